// Files of other servers: fetched only from hosts that the operator has named, within limits of size and time.
import { createHash } from 'node:crypto';
import { lookup as findAddress, type LookupAddress } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request as askPlain, type IncomingMessage } from 'node:http';
import { request as askSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '@graticule/contract/errors';
import type { Portal } from '../context.ts';

/** Ways from one address to another that are followed. */
const MOST_REDIRECTS = 3;
/** A server that is silent for so long is given up. */
const SILENCE_MS = 30_000;
/** Time for the whole file. */
const WHOLE_MS = 15 * 60_000;

/** Addresses that belong to this machine or to networks around it: a host that is named by its domain alone must not lead there. */
const INNER = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  INNER.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 96],
  // Ways to addresses of the other kind, which could be inside.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['::ffff:0:0:0', 96],
  ['2001::', 23],
  ['2002::', 16],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  INNER.addSubnet(net, bits, 'ipv6');

/** How an address is named by the operator: itself, or as part of a domain. */
type Named = 'exactly' | 'domain' | undefined;

function isNamed(hosts: readonly string[], url: URL): Named {
  const standard = url.protocol === 'https:' ? '443' : '80';
  const [name, port] = [url.hostname.replace(/\.$/, '').toLowerCase(), url.port || standard];
  const fits = (entry: string): Named => {
    const { host, at } = /^(?<host>.*?)(?::(?<at>\d+))?$/.exec(entry.toLowerCase())?.groups ?? {};
    if (host === undefined || port !== (at ?? standard)) return undefined;
    if (host.startsWith('*.')) return name.endsWith(host.slice(1)) && isIP(name) === 0 ? 'domain' : undefined;
    return host === name ? 'exactly' : undefined;
  };
  const found = hosts.map(fits);
  return found.find((one) => one === 'exactly') ?? found.find((one) => one === 'domain');
}

/**
 * Reads the address of a file that may be fetched.
 * @throws INVALID_PARAMETER for anything but an http address of a host that the operator has named
 */
export function fetchableUrl(portal: Pick<Portal, 'config'>, parameter: string, text: string): URL {
  const refuse = (why: string): Error => fail('INVALID_PARAMETER', { values: [parameter, why] });
  if (portal.config.fetchHosts.length === 0)
    throw refuse('is not accepted: this portal fetches no files from other servers. Upload the file instead');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw refuse('must be an address that begins with https:// or http://, without a password');
  if (isNamed(portal.config.fetchHosts, url) === undefined)
    throw refuse('names a server that this portal may not fetch files from. Upload the file, or ask the operator of the portal');
  return url;
}

/** The name of the file at an address. */
export function fileNameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).replace(/[\\/\p{Cc}]/gu, '') || 'file';
  } catch {
    return last;
  }
}

/** Finds the address of a host; where only its domain was named, none that is inside. */
const guardedLookup =
  (named: Named): LookupFunction =>
  (host, options, done) => {
    findAddress(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return done(error, '', 0);
      const inner = addresses.some(({ address, family }) => INNER.check(address, family === 6 ? 'ipv6' : 'ipv4'));
      const [first] = addresses;
      if (first === undefined || (inner && named !== 'exactly')) return done(new Error('The address is not public.'), '', 0);
      if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

function ask(url: URL, named: Named, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? askSecure : askPlain;
  return new Promise((resolve, reject) => {
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Graticule' };
    const sent = request(url, { lookup: guardedLookup(named), headers, signal, agent: false }, resolve);
    sent.setTimeout(SILENCE_MS, () => sent.destroy(new Error('The server was silent for too long.')));
    sent.on('error', reject);
    sent.end();
  });
}

/** The answer that has the file, after at most a few ways on, each to a named host. */
async function answerOf(portal: Portal, first: URL, signal: AbortSignal): Promise<IncomingMessage> {
  let url = first;
  for (let ways = 0; ways <= MOST_REDIRECTS; ways++) {
    const answer = await ask(url, isNamed(portal.config.fetchHosts, url), signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return answer;
    answer.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
      throw notFetched(`the server answered with the status ${statusCode}`);
    url = fetchableUrl(portal, 'sourceUrl', new URL(headers.location, url).href);
  }
  throw notFetched('the server leads from one address to another without an end');
}

function notFetched(why: string, cause?: unknown): Error {
  return fail('INVALID_REQUEST', { values: [`The file could not be fetched: ${why}.`], cause });
}

/** A file that was fetched; whoever has it removes it. */
export interface FetchedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
}

/**
 * Fetches a file whose address came from `fetchableUrl`.
 * @throws TOO_LARGE above the limit of uploads; INVALID_REQUEST when it does not come, with the reason
 */
export async function fetchFile(portal: Portal, url: URL): Promise<FetchedFile> {
  const most = portal.config.uploadLimitBytes;
  const tooLarge = (): Error => fail('TOO_LARGE', { values: ['The file', `${Math.floor(most / 1024 ** 2)} MB`] });
  const signal = AbortSignal.timeout(WHOLE_MS);
  const path = portal.files.receivingPath();
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      done(sizeBytes > most ? tooLarge() : null, chunk);
    },
  });
  try {
    const answer = await answerOf(portal, url, signal);
    if (Number(answer.headers['content-length'] ?? 0) > most) {
      answer.destroy();
      throw tooLarge();
    }
    await pipeline(answer, meter, createWriteStream(path, { flags: 'wx' }), { signal });
    return { path, sizeBytes, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof Error && error.name === 'PortalError') throw error;
    throw notFetched('the server cannot be reached, or broke off', error);
  }
}
