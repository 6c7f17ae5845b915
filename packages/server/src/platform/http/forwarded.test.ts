import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { warnOfUnknownProxies } from './forwarded.ts';

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
