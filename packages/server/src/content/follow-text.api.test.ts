// The text of an item that follows a change of something else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { changeText } from './follow-text.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { olga: 'user' } });
});
afterAll(() => t.close());

const keys = async (): Promise<string[]> =>
  (await t.portal.db.selectFrom('stored_file').select('key').execute()).map(({ key }) => key).sort();
async function itemOf(text: string): Promise<string> {
  return (await t.as('olga').post(`content/users/${t.as('olga').username}/addItem`, { type: 'Web Map', title: 'Map', text })).id;
}
const textOf = async (id: string): Promise<string> => (await t.as('olga').raw('GET', `content/items/${id}/data`, { f: '' })).body;

it('is changed with all that follows from it, or left as it is', async () => {
  const other = await itemOf('{}');
  const id = await itemOf('{"a":1}');
  const before = await keys();
  await changeText(t.portal, id, (text) => text.replace('1', `"${other}"`));
  expect(await textOf(id)).toBe(`{"a":"${other}"}`);
  expect((await t.as('olga').get(`content/items/${id}`)).size).toBe(40);
  expect((await keys()).length).toBe(before.length);
  // What it names now is known.
  const named = await t.portal.db.selectFrom('item_reference').select('target').where('item_id', '=', id).execute();
  expect(named).toEqual([{ target: `item:${other}` }]);
  const after = await keys();
  await changeText(t.portal, id, () => undefined);
  expect(await keys()).toEqual(after);
});

it('is not written over what somebody wrote meanwhile, and nothing is left of it', async () => {
  const id = await itemOf('{"a":0}');
  const before = await keys();
  await Promise.all([1, 2, 3].map((n) => changeText(t.portal, id, (text) => text.replace('0', String(n)))));
  expect(await textOf(id)).toMatch(/^\{"a":[123]\}$/);
  const after = await keys();
  expect(after).toHaveLength(before.length);
  await t.as('olga').post(`content/users/${t.as('olga').username}/items/${id}/delete`, { permanentDelete: true });
  expect(await keys()).toEqual(after.filter((key) => before.includes(key)));
});
