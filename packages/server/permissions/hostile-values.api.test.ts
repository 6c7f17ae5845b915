// Values that nobody sends by mistake, in every parameter and every part of every address: answered or refused, never a fault of the server.
import type { Endpoint } from '@graticule/contract/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractEndpoints } from '../../../tools/endpoints.ts';
import type { TestFile } from '../testing/agent.ts';
import { type TestPortal, testPortal } from '../testing/test-portal.ts';
import { type Estate, found, makeEstate, settle } from './estate.ts';
import { strangeRequests } from './strange-requests.ts';

const SLOWLY = 600_000;
/** Of the values, so many are tried in each place, others in the next; all in each with FUZZ_RUNS. */
const EACH = process.env.FUZZ_RUNS === undefined ? 5 : undefined;
/** Changes last; what takes the town away is not tried. */
const LEFT_OUT = /closeOrganization/;

const HOSTILE = [
  ...[
    '\0',
    'a\0b',
    '\ud800',
    '\u202egpj.exe',
    '💥',
    ' ',
    'a b',
    '%',
    '%00',
    '\\',
    '"',
    "';--",
    '../../etc/passwd',
    '*',
    '?',
    '*'.repeat(500),
  ],
  ...['__proto__', 'constructor', 'toString', '((((((((((((((((((((', '[[[[[[[[[[[[[[[[[[[['],
  ...['0', '-1', '-0', '1', '9007199254740991', '-9007199254740991', '9'.repeat(18), '99999999999999999999', '1e308', 'NaN', 'Infinity'],
  ...[
    '[]',
    '{}',
    'null',
    '[null]',
    '[1]',
    '[{}]',
    '"text"',
    '{"a":"\\u0000"}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"toString":1}',
    '[{"valueOf":null,"toString":null}]',
  ],
  ...[`${'['.repeat(60)}${']'.repeat(60)}`, `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`, 'x'.repeat(100_000)],
  Array.from({ length: 3000 }, (_, number) => number).join(','),
];

let t: TestPortal;
let town: Estate;

beforeAll(async () => {
  t = await testPortal({
    people: { oper: 'admin' },
    config: { publicUrl: 'http://localhost', multiTenant: true, uploadLimitBytes: 1024 * 1024, signInFailures: 1_000_000 },
  });
  const shop = await settle(t, 'shop.owner', 'admin', t.orgId);
  town = await makeEstate(t, await found(t, t.as('oper'), 'town'), 'town', shop);
}, SLOWLY);
afterAll(() => t.close());

/** A request that would be right. */
interface Right {
  path: string;
  params: Record<string, string>;
  files: Record<string, TestFile>;
}

function rightRequest(endpoint: Endpoint): Right {
  const [named] = strangeRequests(endpoint, town.names, town.names);
  if (named !== undefined) return named;
  return { path: endpoint.path.replace(':username', town.owner.username ?? '').replace(':portal', 'self'), params: {}, files: {} };
}

/** A value as a part of an address, also one that cannot be written right. */
function asPart(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value.slice(0, 2000)) : '%ED%A0%80';
}

/** The request with each of its values exchanged for hostile ones in turn. */
function spoilt(endpoint: Endpoint, right: Right, turn: (tried: number) => string): Right[] {
  const requests: Right[] = [];
  const parts = right.path.split('/');
  for (let tried = 0; tried < (EACH ?? HOSTILE.length); tried++) {
    for (const [name, { kind }] of Object.entries(endpoint.params))
      if (kind !== 'file') requests.push({ ...right, params: { ...right.params, [name]: turn(tried) } });
    for (const [at, part] of endpoint.path.split('/').entries())
      if (part.startsWith(':') || part === '*') requests.push({ ...right, path: parts.with(at, asPart(turn(tried))).join('/') });
  }
  return requests;
}

it('hostile values are answered or refused wherever they stand', { timeout: 6 * SLOWLY }, async () => {
  const endpoints = (await contractEndpoints()).map(({ endpoint }) => endpoint).filter(({ path }) => !LEFT_OUT.test(path));
  const inOrder = [...endpoints.filter(({ method }) => method === 'read'), ...endpoints.filter(({ method }) => method === 'change')];
  let turns = 0;
  const turn = (tried: number): string => HOSTILE[EACH === undefined ? tried : turns++ % HOSTILE.length] ?? '';
  const requests = inOrder.flatMap((endpoint) => spoilt(endpoint, rightRequest(endpoint), turn).map((request) => ({ endpoint, request })));
  expect(requests.length).toBeGreaterThan(3000);
  const faults: unknown[] = [];
  while (requests.length > 0) {
    const sent = requests.splice(0, 8).map(async ({ endpoint, request: { path, params, files } }) => {
      const agent = /admin|portals/.test(endpoint.path) || String(endpoint.needs).includes('admin') ? town.admin : town.owner;
      const reply = Object.keys(files).length > 0 ? await agent.rawUpload(path, params, files) : await agent.raw('POST', path, params);
      if (reply.statusCode >= 500) faults.push([path.slice(0, 200), JSON.stringify(params).slice(0, 300), reply.body.slice(0, 200)]);
    });
    await Promise.all(sent);
  }
  expect(faults).toEqual([]);
  expect(({} as { a?: unknown }).a).toBeUndefined();
});
