import { describe, expect, test } from 'vitest';
import { together } from './together.ts';

/** `folder/inner/name` is a file of dropped folders. */
function given(paths: string) {
  return paths.split(' ').map((path) => {
    const names = path.split('/');
    return { file: new File(['x'], names.pop() ?? ''), folders: names };
  });
}

const told = (paths: string): string =>
  together(given(paths))
    .map((one) => (one instanceof File ? one.name : `${one.name}[${one.parts.map(({ path }) => path).join(' ')}]`))
    .join(', ');

describe('what belongs together', () => {
  test.each([
    ['roads.shp roads.dbf trees.csv roads.shx roads.prj', 'roads.shp.zip[roads.dbf roads.prj roads.shp roads.shx], trees.csv'],
    ['roads.dbf ROADS.SHP Roads.shp.xml', 'ROADS.shp.zip[ROADS.SHP Roads.shp.xml roads.dbf]'],
    ['ROADS.SHP roads.dbf Roads.shp.xml', 'ROADS.shp.zip[ROADS.SHP Roads.shp.xml roads.dbf]'],
    ['a.shp b.shp a.dbf b.dbf', 'a.shp.zip[a.dbf a.shp], b.shp.zip[b.dbf b.shp]'],
    ['north/a.shp south/a.shp north/a.dbf south/a.dbf', 'a.shp.zip[a.dbf a.shp], a.shp.zip[a.dbf a.shp]'],
    ['my.roads.2024.shp my.roads.2024.dbf', 'my.roads.2024.shp.zip[my.roads.2024.dbf my.roads.2024.shp]'],
  ])('%s', (paths, all) => {
    expect(told(paths)).toBe(all);
  });

  test.each([
    ['shapes alone', 'roads.shp'],
    ['a table without shapes', 'roads.dbf roads.cpg'],
    ['a file whose whole name is such an ending', '.shp .dbf'],
    ['an archive', 'roads.zip roads.gdb.zip'],
    ['parts that are there twice', 'roads.shp roads.dbf roads.shp roads.dbf'],
    ['parts that are there twice in other letters', 'ROADS.shp ROADS.dbf roads.shp'],
  ])('not %s', (_what, paths) => {
    expect(told(paths)).toBe(paths.replaceAll(' ', ', '));
  });

  test('is a folder of a geodatabase, wherever it lies', () => {
    expect(told('data/Town.gdb/gdb data/Town.gdb/a1.gdbtable data/plan.pdf')).toBe(
      'Town.gdb.zip[Town.gdb/a1.gdbtable Town.gdb/gdb], plan.pdf',
    );
  });
});
