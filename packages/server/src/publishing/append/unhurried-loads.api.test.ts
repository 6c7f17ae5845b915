// What becomes of rows does not depend on how busy the database is: the statements of a load that grow with them have no limit of time.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene } from '../../../testing/load-scene.ts';
import { heldStatementsOf, hurriedStatementsOf } from '../../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, csv } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

/** A polygon that crosses itself, at a place of its own. */
const bow = (n: number): string => `"POLYGON ((${n} 0, ${n + 1} 1, ${n + 1} 0, ${n} 1, ${n} 0))"`;
const text = (...rows: string[]): string => `code,wkt\n${rows.join('\n')}\n`;

const GROWING = /ST_MakeValid|^(with [^;]*)?(insert into|update) "?hosted"?\.|create (unique )?index|add primary key/i;
/** What is done with a whole table of rows, and not with the few hundred of them that are read together. */
const WHOLE = /^update "?hosted"?\.|create (unique )?index|add primary key/i;

it.each([
  ['added', {}],
  ['merged', { upsert: true, upsertMatchingField: 'code' }],
  ['put in the place of others', { replace: true }],
])('where they are %s', async (_, how) => {
  const layer = await layerOf(text(`a,${bow(1)}`, `b,${bow(3)}`));
  let status: AnyReply;
  // The embedded engine has no limit of time, and answers nobody else during a transaction: what nobody sees yet is made without one there.
  const isApart = 'replace' in how && t.portal.database.engine === 'embedded';
  const wrongOf = isApart ? heldStatementsOf : hurriedStatementsOf;
  const wrong = await wrongOf(
    async () => {
      status = await load(layer, csv(text(`b,${bow(5)}`, `c,${bow(7)}`)), how);
    },
    isApart ? WHOLE : GROWING,
  );
  expect(status).toMatchObject({ status: 'Completed', repairedCount: 2 });
  expect(wrong).toEqual([]);
});
