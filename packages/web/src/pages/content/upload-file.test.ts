// What is guessed about a file before it is uploaded.
import { expect, test } from 'vitest';
import { planFor, titleOf } from './upload-file.ts';

test('a title is the name without its ending, with blanks for underscores', () => {
  expect(titleOf('my_roads-2024.shp.zip')).toBe('my roads-2024');
  expect(titleOf('cities.csv')).toBe('cities');
  expect(titleOf('README')).toBe('README');
  expect(titleOf('Letter to Dr.Smith')).toBe('Letter to Dr.Smith');
  expect(titleOf('Letter to Dr.Smith.docx')).toBe('Letter to Dr.Smith');
  expect(titleOf('trees of 2024.05.csv')).toBe('trees of 2024.05');
  expect(titleOf('roads.GDB.ZIP')).toBe('roads');
  expect(titleOf('.csv')).toBe('.csv');
});

test('the type is guessed from the ending; a file that nothing is known of is kept as a document', () => {
  expect(planFor(new File([], 'cities.csv'))).toMatchObject({ type: 'CSV', title: 'cities' });
  expect(planFor(new File([], 'roads.zip')).type).toBe('Shapefile');
  expect(planFor(new File([], 'old_town.vtpk'))).toMatchObject({ type: 'Vector Tile Package', title: 'old town' });
  expect(planFor(new File([], 'notes.unknown')).type).toBe('Document');
});
