// One value of a row, with what others do between the look at it and its change.
import { CHANGED_SINCE } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { afterEach, expect, test, vi } from 'vitest';
import { type ChangedMeanwhile, saveValue } from './save-value.ts';

const layer = { id: 0, objectIdField: 'fid', fields: [] } as unknown as LayerInfo;
const field = { name: 'town', alias: 'town', type: 'esriFieldTypeString', domain: null } as unknown as WireField;
type Row = Record<string, string | number | null>;

afterEach(() => vi.unstubAllGlobals());

/** A row that others change after each look at it, as often as there are states in `slipsIn`; null deletes it. */
function portal(row: Row | null, slipsIn: (Row | null)[] = []) {
  let version = 1;
  const changes: unknown[] = [];
  const state = { row };
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answer = (reply: object) => new Response(JSON.stringify(reply));
    if (url.includes('returnVersion')) {
      const reply = state.row
        ? { feature: { attributes: state.row }, version: String(version) }
        : { error: { code: 404, message: 'Gone.' } };
      const next = slipsIn.shift();
      if (next !== undefined) {
        state.row = next;
        version++;
      }
      return answer(reply);
    }
    if (url.includes('/query')) return answer({ features: state.row ? [{ attributes: state.row }] : [] });
    const sent = new URLSearchParams(String(init?.body));
    const isLate = JSON.parse(sent.get('ifUnchanged') ?? '{}')[7] !== String(version);
    if (isLate) return answer({ updateResults: [{ objectId: 7, success: false, error: { code: CHANGED_SINCE, description: 'changed' } }] });
    const [{ attributes }] = JSON.parse(sent.get('updates') ?? '[]');
    changes.push(attributes);
    state.row = { ...state.row, ...attributes };
    return answer({ updateResults: [{ objectId: 7, success: true }] });
  });
  return { changes, state };
}
const save = (value: string) => saveValue('towns', layer, 7, { field, before: 'Aa', value });
const refused = (value: string) =>
  save(value).then(
    () => undefined,
    (error: ChangedMeanwhile) => [error.name, error.now],
  );

test('what somebody else writes between the look and the change is told and stays', async () => {
  const { changes, state } = portal({ fid: 7, town: 'Aa' }, [{ fid: 7, town: 'Theirs' }]);
  expect(await refused('Mine')).toEqual(['ChangedMeanwhile', 'Theirs']);
  expect([changes, state.row?.town]).toEqual([[], 'Theirs']);
});

test('what somebody else writes there into another field stays beside the change', async () => {
  const { state } = portal({ fid: 7, town: 'Aa', people: 1 }, [{ fid: 7, town: 'Aa', people: 2 }]);
  await save('Mine');
  expect(state.row).toEqual({ fid: 7, town: 'Mine', people: 2 });
});

test('a row that is deleted between the look and the change is told to be gone', async () => {
  const { changes } = portal({ fid: 7, town: 'Aa' }, [null]);
  expect(await refused('Mine')).toEqual(['ChangedMeanwhile', undefined]);
  expect(changes).toEqual([]);
});

test('a row that never stands still is given up, not written over', async () => {
  const { changes } = portal(
    { fid: 7, town: 'Aa', people: 0 },
    Array.from({ length: 9 }, (_, people) => ({ fid: 7, town: 'Aa', people })),
  );
  await expect(save('Mine')).rejects.toMatchObject({ status: CHANGED_SINCE });
  expect(changes).toEqual([]);
});
