// Somebody elsewhere names everything of an organisation, everywhere: nothing of it is told, and nothing of it changes.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractEndpoints } from '../../../tools/endpoints.ts';
import type { Agent } from '../testing/agent.ts';
import { type TestPortal, testPortal } from '../testing/test-portal.ts';
import { type Estate, found, makeEstate, settle } from './estate.ts';
import { type StrangeRequest, strangeRequests } from './strange-requests.ts';

const SLOWLY = 600_000;

let t: TestPortal;
let town: Estate;
let isle: Estate;
let requests: StrangeRequest[];

beforeAll(async () => {
  t = await testPortal({
    people: { oper: 'admin' },
    config: { publicUrl: 'http://localhost', multiTenant: true, uploadLimitBytes: 1024 * 1024 },
  });
  const operator = t.as('oper');
  const shop = await settle(t, 'shop.owner', 'admin', t.orgId);
  town = await makeEstate(t, await found(t, operator, 'town'), 'town', shop);
  isle = await makeEstate(t, await found(t, operator, 'isle'), 'isle', shop);
  requests = (await contractEndpoints()).flatMap(({ endpoint }) => strangeRequests(endpoint, isle.names, town.names));
}, SLOWLY);
afterAll(() => t.close());

async function send(agent: Agent, { method, path, params, files }: StrangeRequest): Promise<{ status: number; body: string }> {
  const reply = Object.keys(files).length > 0 ? await agent.rawUpload(path, params, files) : await agent.raw(method, path, params);
  return { status: reply.statusCode, body: reply.body };
}

/** Every row of every table, as text. */
async function allRows(): Promise<Set<string>> {
  const { db } = t.portal;
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'hosted') and tablename not in ('spatial_ref_sys', 'place', 'place_name')`.execute(db);
  const rows = new Set<string>();
  for (const { name } of tables.rows) {
    const found = await sql<{ row: string }>`select to_jsonb(each)::text as row from ${sql.raw(name)} each`.execute(db);
    for (const { row } of found.rows) rows.add(`${name} ${row}`);
  }
  return rows;
}

/** Who asks, and what is theirs to ask: operators of the install list and close organisations. */
const STRANGERS: readonly [string, () => Agent, RegExp | undefined][] = [
  ['nobody', () => t.stranger, undefined],
  ['administrator of another organisation', () => isle.admin, undefined],
  ['operator of the install', () => t.as('oper'), /portals\/(organizationContents|closeOrganization)/],
];

describe('whoever is elsewhere and names what belongs to an organisation', () => {
  it.each(STRANGERS)(
    'is told nothing of it, and changes nothing of it: %s',
    async (_who, agent, allowed) => {
      const sent = requests.filter(({ path }) => !allowed?.test(path));
      expect(sent.length).toBeGreaterThan(800);
      const before = await allRows();
      const leaks: unknown[] = [];
      while (sent.length > 0) {
        const replies = await Promise.all(sent.splice(0, 8).map(async (request) => ({ request, ...(await send(agent(), request)) })));
        for (const { request, status, body } of replies) {
          if (body.includes(town.secret) || status >= 500) leaks.push([request.path, request.params, status, body.slice(0, 500)]);
        }
      }
      await t.runJobs();
      const after = await allRows();
      const gone = [...before].filter((row) => !after.has(row) && row.includes(town.secret));
      const made = [...after].filter((row) => !before.has(row) && row.includes(town.secret));
      expect({ leaks, gone, made }).toEqual({ leaks: [], gone: [], made: [] });
    },
    SLOWLY,
  );
});

describe('whoever belongs to the organisation and names the same', () => {
  it(
    'is told of it by most addresses that can be read, so that the silence of them elsewhere means something',
    async () => {
      const own = (await contractEndpoints()).flatMap(({ endpoint }) => strangeRequests(endpoint, town.names, town.names));
      const telling = new Set<string>();
      for (const request of own.filter(({ method }) => method === 'GET')) {
        const replies = await Promise.all([send(town.owner, request), send(town.admin, request)]);
        if (replies.some(({ body }) => body.includes(town.secret))) telling.add(request.endpoint.path);
      }
      expect(telling.size).toBeGreaterThan(60);
    },
    SLOWLY,
  );
});
