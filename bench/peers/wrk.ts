// Plays a list of requests with wrk, in its own order, and gives what came back.
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A request of a list; the path is below the server's address. */
export interface Play {
  path: string;
  /** Form-encoded; makes it a POST. */
  body?: string;
}

/** What one run gave. */
export interface Run {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  /** Mean bytes of an answer, with its headers. */
  bytes: number;
  errors: number;
}

const SCRIPT = `
function init(args)
  reqs = {}
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^(%S+)\\t([^\\t]*)\\t(.*)$")
    local headers = {}
    if method == "POST" then headers["Content-Type"] = "application/x-www-form-urlencoded" end
    reqs[#reqs + 1] = wrk.format(method, path, headers, method == "POST" and body or nil)
  end
  i = 0
end
function request() i = i % #reqs + 1; return reqs[i] end
function done(s, l)
  io.write(string.format('RESULT{"n":%d,"us":%d,"bytes":%d,"p50":%f,"p95":%f,"errors":%d}', s.requests, s.duration, s.bytes,
    l:percentile(50), l:percentile(95), s.errors.status + s.errors.timeout + s.errors.connect + s.errors.read + s.errors.write))
end
`;

/** Whether wrk is installed. */
export async function hasWrk(): Promise<boolean> {
  return promisify(execFile)('wrk', ['--version']).then(
    () => true,
    (error: { code?: unknown }) => error.code !== 'ENOENT',
  );
}

/** Asks a server for the list again and again with so many callers at once. */
export async function play(url: string, list: readonly Play[], options: { callers: number; seconds: number }): Promise<Run> {
  const dir = await mkdtemp(join(tmpdir(), 'graticule-wrk-'));
  await writeFile(join(dir, 'play.lua'), SCRIPT);
  const lines = list.map(({ path, body }) => `${body === undefined ? 'GET' : 'POST'}\t${path}\t${body ?? ''}`);
  await writeFile(join(dir, 'list'), `${lines.join('\n')}\n`);
  const args = [
    '-t1',
    `-c${options.callers}`,
    `-d${options.seconds}s`,
    '--timeout',
    '30s',
    '-s',
    join(dir, 'play.lua'),
    url,
    '--',
    join(dir, 'list'),
  ];
  const { stdout } = await promisify(execFile)('wrk', args);
  const result = JSON.parse(/RESULT(\{.*\})/.exec(stdout)?.[1] ?? '{}') as Record<'n' | 'us' | 'bytes' | 'p50' | 'p95' | 'errors', number>;
  return {
    perSecond: (result.n / result.us) * 1e6,
    p50Ms: result.p50 / 1000,
    p95Ms: result.p95 / 1000,
    bytes: result.bytes / Math.max(1, result.n),
    errors: result.errors,
  };
}
