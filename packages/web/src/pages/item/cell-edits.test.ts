// What was typed into cells, until it is saved or discarded.
import type { WireField } from '@graticule/contract/services/layer';
import { expect, test, vi } from 'vitest';
import { CellEdits } from './cell-edits.ts';
import type { TypedValue } from './save-value.ts';

const town = { name: 'town' } as WireField;

/** Saves nothing until it is told to. */
function slow() {
  const waiting: { objectId: number; typed: TypedValue; settle: (error?: Error) => Promise<void> }[] = [];
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
  return {
    waiting,
    pause,
    saving: {
      save: (objectId: number, typed: TypedValue) =>
        new Promise<void>((resolve, reject) => {
          const settle = (error?: Error) => {
            if (error) reject(error);
            else resolve();
            return pause();
          };
          waiting.push({ objectId, typed, settle });
        }),
      onSaved: vi.fn(),
      refresh: vi.fn(async () => {}),
    },
  };
}
const reasons = (edits: CellEdits) =>
  [...edits.current()].flatMap(([id, row]) => [...row].map(([name, { typed, error }]) => `${id} ${name} ${typed.value} ${error?.message}`));

test('a value stands in its cell until the table shows it, and stays with its row when it is refused', async () => {
  const edits = new CellEdits();
  const { saving, waiting } = slow();
  edits.change(1, { field: town, before: 'Aa', value: 'Bb' }, saving);
  edits.change(2, { field: town, before: 'Xx', value: 'Yy' }, saving);
  const second = edits.current().get(2);
  expect(reasons(edits)).toEqual(['1 town Bb undefined', '2 town Yy undefined']);
  await waiting[0]?.settle(new Error('Locked.'));
  // the other row is not drawn again for it
  expect(edits.current().get(2)).toBe(second);
  await waiting[1]?.settle();
  expect(reasons(edits)).toEqual(['1 town Bb Locked.']);
  expect(saving.onSaved).toHaveBeenCalledExactlyOnceWith(2, { field: town, before: 'Xx', value: 'Yy' });
  expect(saving.refresh).toHaveBeenCalledTimes(1);
});

test('a second change of a cell begins with what the first left there', async () => {
  const edits = new CellEdits();
  const { saving, waiting, pause } = slow();
  edits.change(1, { field: town, before: 'Aa', value: 'Bb' }, saving);
  edits.change(1, { field: town, before: 'Aa', value: 'Cc' }, saving);
  await pause();
  expect(waiting).toHaveLength(1);
  await waiting[0]?.settle();
  expect(waiting[1]?.typed).toEqual({ field: town, before: 'Bb', value: 'Cc' });
  expect(reasons(edits)).toEqual(['1 town Cc undefined']);
  await waiting[1]?.settle();
  expect(reasons(edits)).toEqual([]);
});

test('the value that stood there is saved over one that is on its way, and takes back one that was refused', async () => {
  const edits = new CellEdits();
  const { saving, waiting, pause } = slow();
  edits.change(1, { field: town, before: 'Aa', value: 'Bb' }, saving);
  edits.change(1, { field: town, before: 'Aa', value: 'Aa' }, saving);
  await waiting[0]?.settle();
  await waiting[1]?.settle();
  expect(waiting.map(({ typed }) => [typed.before, typed.value])).toEqual([
    ['Aa', 'Bb'],
    ['Bb', 'Aa'],
  ]);
  edits.change(1, { field: town, before: 'Aa', value: 'Bb' }, saving);
  await waiting[2]?.settle(new Error('Locked.'));
  edits.change(1, { field: town, before: 'Aa', value: 'Aa' }, saving);
  await pause();
  expect([reasons(edits), waiting.length]).toEqual([[], 3]);
});

test('rows that are gone take along what was typed into them', () => {
  const edits = new CellEdits();
  edits.keep(1, town, 'Aa', '12x');
  edits.keep(2, town, 'Aa', '13x');
  edits.forget([1, 7]);
  expect([...edits.current().keys()]).toEqual([2]);
});
