// Which edits count as sent before.
import { describe, expect, it } from 'vitest';
import {
  digestOf,
  doneEdits,
  joinedResults,
  type LastUpload,
  type ListResults,
  type SentLayer,
  splitEdits,
} from './repeated-edits.rules.ts';

const add = (GlobalID: string, height = 1): object => ({ attributes: { GlobalID, height }, geometry: { x: 1, y: 2 } });
const none: ListResults = { addResults: [], updateResults: [], deleteResults: [] };
const made = (ids: number[]): ListResults['addResults'] => ids.map((objectId) => ({ objectId, globalId: `{${objectId}}`, success: true }));

/** What is kept of edits that were all made, of a copy that knew generation 5. */
function kept(edits: SentLayer[], down = true): LastUpload {
  const split = splitEdits(edits, undefined, undefined, []);
  const results = edits.map(({ adds, updates, deletes }) => {
    const count = (list: unknown): number => (list as unknown[] | undefined)?.length ?? 0;
    const ids = (list: unknown, from: number): number[] => Array.from({ length: count(list) }, (_, at) => from + at);
    return {
      features: { addResults: made(ids(adds, 1)), updateResults: made(ids(updates, 11)), deleteResults: made(ids(deletes, 21)) },
      files: undefined,
    };
  });
  return { before: edits.map(({ id }) => ({ id, serverGen: 5 })), down, call: digestOf(edits), done: doneEdits(split, results) };
}

const first: SentLayer[] = [{ id: 0, adds: [add('a'), add('b')], updates: [add('c')], deletes: ['d'] }];
const told = (gen: number): Map<number, number> => new Map([[0, gen]]);
const knows = (serverGen: number): { id: number; serverGen: number }[] => [{ id: 0, serverGen }];
const changes: SentLayer[] = [{ id: 0, updates: [add('c'), add('d')] }];

describe('edits that a copy sends again', () => {
  it.each<[string, SentLayer[], LastUpload, Map<number, number> | undefined, object]>([
    ['all of them, from the same generation', first, kept(first), told(5), { adds: [], updates: [], deletes: [] }],
    ['all of them, without a generation', first, kept(first), undefined, { adds: [], updates: [], deletes: [] }],
    ['all of them, from a later generation', first, kept(first), told(6), first[0] as object],
    [
      'members in another order',
      [{ id: 0, adds: [{ geometry: { y: 2, x: 1 }, attributes: { height: 1, GlobalID: 'a' } }] }],
      kept(first),
      told(5),
      { adds: [] },
    ],
    ['a feature with another value', [{ id: 0, adds: [add('a', 2)] }], kept(first), told(5), { adds: [add('a', 2)] }],
    [
      'some beside others',
      [{ id: 0, adds: [add('z'), add('b')], updates: [add('c'), add('y')] }],
      kept(first),
      undefined,
      { adds: [add('z')], updates: [add('y')] },
    ],
    ['ids in a text', [{ id: 0, deletes: 'd,e' }], kept(first), told(5), { deletes: ['e'] }],
    [
      'a change alone, without a generation, beside others',
      [{ id: 0, updates: [add('c'), add('y')] }],
      kept(first),
      undefined,
      { updates: [add('c'), add('y')] },
    ],
    ['the whole call, of a copy that is told nothing', changes, kept(changes, false), told(5), { updates: [] }],
    ['the whole call, of a copy that is told nothing, without a generation', changes, kept(changes, false), undefined, { updates: [] }],
    [
      'a part of the call, of a copy that is told nothing',
      [{ id: 0, updates: [add('c')] }],
      kept(changes, false),
      told(5),
      { updates: [add('c')] },
    ],
    [
      'the changes of another call of a copy that is told nothing',
      [{ id: 0, updates: [add('c'), add('d'), add('e')] }],
      kept(changes, false),
      told(5),
      { updates: [add('c'), add('d'), add('e')] },
    ],
    ['the whole call, of a copy that was told more since', changes, kept(changes, false), told(6), changes[0] as object],
    ['of another layer', [{ id: 1, adds: [add('a')] }], kept(first), undefined, { adds: [add('a')] }],
  ])('%s', (_, edits, last, generations, left) => {
    const known = knows(generations?.get(0) ?? 5);
    expect(splitEdits(edits, last, generations, known).layers[0]?.left).toMatchObject(left);
  });

  it('are made again where a copy that names no generation was told more since', () => {
    expect(splitEdits(changes, kept(changes, false), undefined, knows(6)).layers[0]?.left).toMatchObject(changes[0] as object);
  });

  it('are answered as they were, in the order in which they came', () => {
    const [layer] = splitEdits([{ id: 0, adds: [add('z'), add('b'), add('y')] }], kept(first), told(5), knows(5)).layers;
    const results = joinedResults(layer?.features as never, { ...none, addResults: made([7, 8]) }, 'features');
    expect(results.addResults.map(({ objectId }) => objectId)).toEqual([7, 2, 8]);
  });

  it('are known also when they come a third time with more', () => {
    const last = kept(first);
    const more: SentLayer[] = [{ ...(first[0] as SentLayer), adds: [add('a'), add('b'), add('z')] }];
    const split = splitEdits(more, last, told(5), knows(5));
    const done = doneEdits(split, [{ features: { ...none, addResults: made([9]) }, files: undefined }]);
    expect(splitEdits(more, { ...last, done }, told(5), knows(5)).isDone).toBe(true);
    // No more is kept than the call holds: the changes and deletions that did not come again are not.
    expect(Object.keys(done[0] ?? {})).toHaveLength(5);
    const fewer = doneEdits(splitEdits([{ id: 0, adds: [add('a')] }], last, told(5), knows(5)), []);
    expect(Object.keys(fewer[0] ?? {})).toHaveLength(1);
  });

  it('are not known where they failed', () => {
    const split = splitEdits(first, undefined, undefined, []);
    const failed = [{ objectId: -1, globalId: null, success: false }];
    const done = doneEdits(split, [{ features: { ...none, addResults: [...failed, ...made([2])] }, files: undefined }]);
    const again = splitEdits(first, { before: [], down: true, call: null, done }, undefined, []);
    expect(again.layers[0]?.left.adds).toEqual([add('a')]);
  });

  it('of files stand beside those of features', () => {
    const files: SentLayer[] = [{ id: 0, adds: [add('a')], attachments: { adds: [{ globalId: 'f', data: 'AA==' }], deletes: ['g'] } }];
    const split = splitEdits(files, undefined, undefined, []);
    const results = { features: { ...none, addResults: made([1]) }, files: { ...none, addResults: made([5]), deleteResults: made([6]) } };
    const last: LastUpload = { before: [{ id: 0, serverGen: 5 }], down: true, call: null, done: doneEdits(split, [results]) };
    expect(splitEdits(files, last, told(5), knows(5))).toMatchObject({
      isDone: true,
      layers: [{ left: { adds: [], attachments: { adds: [], deletes: [] } } }],
    });
  });
});
