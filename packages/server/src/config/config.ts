// Reads the variables once, checks them and their combinations, and reports every fault together.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmail } from '@graticule/contract/account-rules';
import { VARIABLES, type Variable, type VariableName } from './env.ts';

/** Who becomes the first administrator on an automated install. */
export interface BootstrapAdmin {
  username: string;
  password: string;
  email: string;
  fullName: string;
}

/** Where mail is handed over, and who it comes from. */
export interface MailConfig {
  /** `smtp:` or `smtps:`, with the user name and password if the server wants them. */
  server: URL;
  from: string;
}

export interface Config {
  port: number;
  host: string;
  /** Without a trailing slash; undefined when links are built from the request. */
  publicUrl: string | undefined;
  /** Several organisations, each at `{urlKey}.{host of the public URL}`. */
  multiTenant: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseConnections: number;
  bootstrapAdmin: BootstrapAdmin | undefined;
  /** Undefined when the portal sends no mail. */
  mail: MailConfig | undefined;
  trustedProxies: string[];
  /** Hosts that files may be fetched from; `*.` before a domain means all hosts below it. */
  fetchHosts: string[];
  /** A path, a name to look for in the PATH, or `off`. */
  ogr2ogr: string;
  uploadLimitBytes: number;
  storageQuotaBytes: number;
  recycleBinDays: number;
  signInFailures: number;
  lockoutMinutes: number;
  logLevel: string;
  jobWorkers: number;
  /** How long a running job may stay silent before another process takes it. */
  jobLeaseMs: number;
  /** How long a running job may tell of no progress before it is taken to hang. */
  jobStallMs: number;
  metrics: boolean;
  tileCacheBytes: number;
}

/** All faults of a configuration at once; the message has one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Makes the configuration from an environment.
 * @throws ConfigError naming every variable that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const raw = (name: VariableName): string | undefined => {
    const given = env[name];
    if (given !== undefined && given !== '') return given;
    const variable: Variable = VARIABLES[name];
    return variable.default === '' ? undefined : variable.default;
  };
  const collect = <T>(name: VariableName, read: (value: string) => T): T | undefined => {
    const value = raw(name);
    if (value === undefined) return undefined;
    try {
      return read(value);
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : 'is wrong'}`);
      return undefined;
    }
  };
  const mailServer = collect('GRATICULE_SMTP_URL', readMailServer);
  const mailFrom = collect('GRATICULE_MAIL_FROM', readSender);
  const config: Config = {
    port: collect('GRATICULE_PORT', (v) => readInteger(v, 0, 65_535)) ?? 0,
    host: raw('GRATICULE_HOST') ?? '',
    publicUrl: collect('GRATICULE_PUBLIC_URL', readPublicUrl),
    multiTenant: collect('GRATICULE_MULTI_TENANT', readFlag) ?? false,
    dataDir: resolve(raw('GRATICULE_DATA_DIR') ?? 'data'),
    databaseUrl: collect('DATABASE_URL', readDatabaseUrl),
    databaseConnections: collect('GRATICULE_DATABASE_CONNECTIONS', (v) => readInteger(v, 2, 500)) ?? 0,
    bootstrapAdmin: collect('GRATICULE_BOOTSTRAP_ADMIN', readBootstrapAdmin),
    mail: mailServer === undefined || mailFrom === undefined ? undefined : { server: mailServer, from: mailFrom },
    trustedProxies: collect('GRATICULE_TRUSTED_PROXIES', (v) => readList(v, isNetwork, 'addresses such as 127.0.0.1 or 10.0.0.0/8')) ?? [],
    fetchHosts:
      collect('GRATICULE_FETCH_HOSTS', (v) => readList(v, isHost, 'hosts such as data.example.org or *.example.com, without https://')) ??
      [],
    ogr2ogr: raw('GRATICULE_OGR2OGR') ?? 'off',
    uploadLimitBytes: collect('GRATICULE_UPLOAD_LIMIT', readBytes) ?? 0,
    storageQuotaBytes: collect('GRATICULE_STORAGE_QUOTA', readBytes) ?? 0,
    recycleBinDays: collect('GRATICULE_RECYCLE_BIN_DAYS', (v) => readInteger(v, 0, 3650)) ?? 0,
    signInFailures: collect('GRATICULE_SIGN_IN_FAILURES', (v) => readInteger(v, 1, 1000)) ?? 0,
    lockoutMinutes: collect('GRATICULE_LOCKOUT_MINUTES', (v) => readInteger(v, 1, 10_080)) ?? 0,
    logLevel: collect('GRATICULE_LOG_LEVEL', readLogLevel) ?? 'info',
    jobWorkers: collect('GRATICULE_JOB_WORKERS', (v) => readInteger(v, 0, 64)) ?? 0,
    jobLeaseMs: (collect('GRATICULE_JOB_LEASE', (v) => readInteger(v, 5, 3600)) ?? 0) * 1000,
    jobStallMs: (collect('GRATICULE_JOB_STALL', (v) => readInteger(v, 60, 604_800)) ?? 0) * 1000,
    metrics: collect('GRATICULE_METRICS', readFlag) ?? false,
    tileCacheBytes: collect('GRATICULE_TILE_CACHE', readBytes) ?? 0,
  };
  if (config.multiTenant && (config.publicUrl === undefined || new URL(config.publicUrl).pathname !== '/'))
    faults.push('GRATICULE_MULTI_TENANT needs GRATICULE_PUBLIC_URL, without a path: organisations have addresses below its host');
  if ((raw('GRATICULE_SMTP_URL') === undefined) !== (raw('GRATICULE_MAIL_FROM') === undefined))
    faults.push('GRATICULE_SMTP_URL and GRATICULE_MAIL_FROM need each other');
  if (raw('GRATICULE_SMTP_URL') !== undefined && config.publicUrl === undefined)
    faults.push('GRATICULE_SMTP_URL needs GRATICULE_PUBLIC_URL: links in mail must not depend on what a request says of its host');
  const unknown = Object.keys(env).filter((name) => name.startsWith('GRATICULE_') && !(name in VARIABLES));
  for (const name of unknown) faults.push(`${name} is not a known variable`);
  if (faults.length > 0)
    throw new ConfigError(`The configuration has ${faults.length} fault(s):\n${faults.map((f) => `  - ${f}`).join('\n')}`);
  return config;
}

function readInteger(value: string, min: number, max: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) throw new Error(`must be a whole number from ${min} to ${max}`);
  return number;
}

function readFlag(value: string): boolean {
  if (/^(true|1|yes)$/i.test(value)) return true;
  if (/^(false|0|no)$/i.test(value)) return false;
  throw new Error('must be true or false');
}

function readList(value: string, isGood: (part: string) => boolean, what: string): string[] {
  const parts = value.split(',').flatMap((part) => part.trim() || []);
  const bad = parts.find((part) => !isGood(part));
  if (bad !== undefined) throw new Error(`must list ${what}: '${bad}' is none`);
  return parts;
}

/** An address, or a network written as its first address and the bits that its addresses share, or their number. */
function isNetwork(part: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(part)) return true;
  const [address = '', bits, ...more] = part.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isMask = bits === undefined || (/^\d{1,3}$/.test(bits) ? Number(bits) <= most : most === 32 && isIP(bits) === 4);
  return more.length === 0 && most > 0 && isMask;
}

/** A host with or without a port, in the letters of addresses; names of other scripts begin with `xn--` there. */
function isHost(part: string): boolean {
  return /^((\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(part);
}

const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };

function readBytes(value: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB|TB)?$/i.exec(value.trim());
  if (!match) throw new Error('must be a size such as 500MB');
  return Math.floor(Number(match[1]) * (UNITS[(match[2] ?? 'B').toUpperCase()] ?? 1));
}

function readPublicUrl(value: string): string {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new Error('must be an address such as https://gis.example.org');
  }
  if (!/^https?:$/.test(url.protocol)) throw new Error('must start with http:// or https://');
  if (url.search !== '' || url.hash !== '' || url.username !== '') throw new Error('must hold neither query, fragment nor user name');
  return value.replace(/\/+$/, '');
}

function readDatabaseUrl(value: string): string {
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('must start with postgres:// or postgresql://');
  return value;
}

function readMailServer(value: string): URL {
  if (!URL.canParse(value)) throw new Error('must be an address such as smtp://mail.example.org:587');
  const url = new URL(value);
  if (!/^smtps?:$/.test(url.protocol) || url.hostname === '') throw new Error('must start with smtp:// or smtps:// and name a host');
  if (url.search !== '' || url.hash !== '' || !['', '/'].includes(url.pathname)) throw new Error('must end with the host or port');
  if (!isDecodable(url.username) || !isDecodable(url.password))
    throw new Error('must have signs such as % in its user name and password written as %25 and so on');
  return url;
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

function readSender(value: string): string {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  if (!isEmail(address)) throw new Error('must be an address such as maps@example.org or Maps <maps@example.org>');
  return value;
}

function readLogLevel(value: string): string {
  if (!/^(debug|info|warn|error|silent)$/.test(value)) throw new Error('must be debug, info, warn, error or silent');
  return value;
}

function readBootstrapAdmin(value: string): BootstrapAdmin {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new Error('must be JSON');
  }
  const field = (name: string): string => {
    const content = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>)[name] : undefined;
    if (typeof content !== 'string' || content === '') throw new Error('must hold username, password, email and fullName');
    return content;
  };
  return { username: field('username'), password: field('password'), email: field('email'), fullName: field('fullName') };
}
