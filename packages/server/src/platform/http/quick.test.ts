import { restInfo } from '@graticule/contract/info';
import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { senderReader } from './forwarded.ts';
import { addQuick, type QuickOptions } from './quick.ts';
import { RawReply } from './reply.ts';

it('leaves a request to the framework when something fails before its answer is known, and goes on when it cannot be sent', async () => {
  const app = Fastify();
  app.get('/tiles/:name', async () => 'from the framework');
  const nobody = { username: null, orgId: null, privileges: new Set() };
  const options = {
    app,
    portal: { config: {}, log: pino({ enabled: false }), database: { lookups: {} } },
    authenticate: () => Promise.resolve(nobody),
    guess: () => undefined,
    claim: () => undefined,
    gate: () => Promise.resolve(),
    observe: () => undefined,
    config: {},
    allowedOrigins: () => Promise.resolve([]),
    senderIn: senderReader([]),
  } as unknown as QuickOptions;
  const asked: string[] = [];
  addQuick<string, string>(options, {
    endpoint: restInfo,
    path: /^\/tiles\/(?<name>\w+)$/,
    names: [],
    read: ({ name = '' }) => {
      if (name === 'unreadable') throw new Error('not to be read');
      return name;
    },
    mayBeThere: (name) => name !== 'never',
    find: async (_portal, _caller, name) => {
      asked.push(name);
      if (name === 'missing') throw new Error('not there');
      return name;
    },
    answer: (_portal, name) =>
      new RawReply('text/plain', new TextEncoder().encode(name), { headers: name === 'unsendable' ? { etag: '\n' } : {} }),
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const text = async (name: string): Promise<string> => (await fetch(`${address}/tiles/${name}`)).text();
  expect([await text('kept'), await text('unreadable'), await text('missing')]).toEqual([
    'kept',
    'from the framework',
    'from the framework',
  ]);
  expect(await text('never')).toBe('from the framework');
  expect(asked).toEqual(['kept', 'missing']);
  await expect(text('unsendable')).rejects.toThrow();
  expect(await text('kept')).toBe('kept');
  await app.close();
});
