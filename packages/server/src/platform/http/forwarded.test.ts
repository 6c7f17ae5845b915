import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { senderReader, warnOfUnknownProxies } from './forwarded.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** What is written to the log by requests from these senders, each of which passes a visitor on. */
async function logged(trustProxy: string[] | false, senders: readonly string[]): Promise<{ peer: string; msg: string }[]> {
  const lines: { peer: string; msg: string }[] = [];
  app = Fastify({ trustProxy });
  warnOfUnknownProxies(app, pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }));
  app.get('/', async () => 'seen');
  for (const remoteAddress of senders) await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } });
  return lines;
}

it('a proxy that is not named is told of once, with the name of the variable', async () => {
  const lines = await logged(false, ['10.0.0.5', '10.0.0.5', '10.0.0.6']);
  expect(lines).toEqual([expect.objectContaining({ peer: '10.0.0.5', msg: expect.stringContaining('GRATICULE_TRUSTED_PROXIES') })]);
});

it('a proxy beside the named ones is told of, the named ones are not', async () => {
  expect(await logged(['10.0.0.5'], ['10.0.0.5'])).toEqual([]);
  expect(await logged(['10.0.0.5'], ['10.0.0.5', '10.0.0.9'])).toEqual([expect.objectContaining({ peer: '10.0.0.9' })]);
});

it('visitors who come without a proxy are not told of', async () => {
  const lines: string[] = [];
  app = Fastify();
  warnOfUnknownProxies(app, pino({}, { write: (line: string) => lines.push(line) }));
  app.get('/', async () => 'seen');
  await app.inject({ url: '/' });
  expect(lines).toEqual([]);
});

it('whom a request comes from is what the framework says of it, whichever proxies are named and whatever they pass on', async () => {
  const headers: Record<string, string>[] = [
    {},
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '198.51.100.9, 203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'maps.example' },
    {
      'x-forwarded-for': ' 198.51.100.9 ,10.0.0.5,, 192.168.3.4 ',
      'x-forwarded-proto': 'http, https',
      'x-forwarded-host': 'a.example , b.example:8443',
    },
    { 'x-forwarded-for': 'unknown, 10.0.0.5', 'x-forwarded-host': '', 'x-forwarded-proto': '' },
    { 'x-forwarded-for': '2001:db8::1, ::ffff:10.0.0.5', 'x-forwarded-proto': 'https' },
    { 'x-forwarded-for': ', ,', 'x-forwarded-proto': 'gopher,', forwarded: 'for=192.0.2.60;proto=https' },
  ];
  let compared = 0;
  for (const trusted of [[], ['10.0.0.5'], ['10.0.0.0/8', '192.168.0.0/16'], ['::1', '2001:db8::/32', '127.0.0.1']]) {
    app = Fastify({ trustProxy: trusted.length > 0 ? trusted : false });
    const read = senderReader(trusted);
    const told: unknown[] = [];
    app.get('/', async (request) => {
      const { ip, host, protocol } = request;
      told.push([{ ip, host, protocol }, answerOf(() => read(request.raw))]);
      return 'seen';
    });
    for (const remoteAddress of ['10.0.0.5', '10.0.0.9', '203.0.113.50', '127.0.0.1', '::1', '::ffff:10.0.0.5'])
      for (const given of headers) await app.inject({ url: '/', remoteAddress, headers: { host: 'own.example:1234', ...given } });
    await app.close();
    for (const [framework, ours] of told as [unknown, unknown][]) expect(ours).toEqual(framework);
    compared += told.length;
  }
  expect(compared).toBeGreaterThan(150);
});

it('a request that does not say to whom it goes has no sender', () => {
  const request = { headers: {}, socket: { remoteAddress: '10.0.0.5' } } as unknown as IncomingMessage;
  expect([senderReader([])(request), senderReader(['10.0.0.5'])(request)]).toEqual([undefined, undefined]);
});

const answerOf = <T>(ask: () => T): T | 'fault' => {
  try {
    return ask();
  } catch {
    return 'fault';
  }
};
