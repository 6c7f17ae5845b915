// What was said about a file, one choice after the other, and the last of it taken back.
import { expect, test } from 'vitest';
import { readingParameters } from './reading.ts';
import { NOTHING_SAID, type ReadingSteps, sayOfColumn, sayOfFile, sayOfKey, takeLastBack } from './reading-steps.ts';

const named = sayOfKey(sayOfColumn(NOTHING_SAID, { name: 'zip' }, { newName: 'plz' }), 'zip', undefined);

test('the last choice about the file is taken back, with the names and the key that went with it', () => {
  const placed = sayOfFile(named, { latitudeFieldName: 'y', longitudeFieldName: 'x' });
  const parted = sayOfFile(placed, { columnDelimiter: ';' });
  expect(readingParameters(parted.reading)).toEqual({ columnDelimiter: ';' });
  const back = takeLastBack(parted);
  expect(readingParameters(back.reading)).toEqual(readingParameters(placed.reading));
  expect(readingParameters(takeLastBack(back).reading)).toEqual(readingParameters(named.reading));
});

test('of a column only the type is taken back; names that were given before and after stay', () => {
  const typed = sayOfColumn(named, { name: 'zip' }, { type: 'esriFieldTypeDate' });
  const later = sayOfColumn(typed, { name: 'note' }, { alias: 'Notes' });
  const back = takeLastBack(later).reading;
  expect(readingParameters(back).columns).toEqual(
    expect.arrayContaining([
      { name: 'zip', newName: 'plz' },
      { name: 'note', alias: 'Notes' },
    ]),
  );
  expect(back.key).toBe('zip');
});

test.each<[string, (steps: ReadingSteps) => ReadingSteps]>([
  ['a name', (steps) => sayOfColumn(steps, { name: 'zip' }, { newName: 'post' })],
  ['a column that is left out', (steps) => sayOfColumn(steps, { name: 'zip' }, { skip: true })],
  ['a key', (steps) => sayOfKey(steps, 'note', undefined)],
  ['what is as it was', (steps) => sayOfFile(steps, { headerRow: undefined })],
])('%s is nothing to take back: the file is not read anew for it', (_, say) => {
  const first = sayOfFile(NOTHING_SAID, { encoding: 'utf-8' });
  const next = say(first);
  expect(next.backs).toHaveLength(1);
  expect(takeLastBack(next).reading.encoding).toBeUndefined();
});

test('without a choice there is nothing to take back', () => {
  expect(takeLastBack(named)).toEqual(named);
});
