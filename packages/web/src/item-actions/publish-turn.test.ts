// Which files can be published without a question.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { expect, test } from 'vitest';
import { choiceNeeded } from './publish-turn.ts';

const fields = (...names: string[]) => names.map((name) => ({ name, alias: name, type: 'esriFieldTypeString' }));
const dataset = (part: string, geometryType = 'esriGeometryPoint') => ({
  name: part,
  part,
  geometryType,
  rowCount: 1,
  fields: fields('a'),
});
const placed = { locationType: 'coordinates', layerInfo: { fields: fields('a', 'b') } };

test.each([
  ['a table with places', 'csv', placed, {}, undefined],
  ['a table whose places are named', 'csv', { ...placed, locationType: 'address' }, {}, undefined],
  ['a table without places', 'csv', { ...placed, locationType: 'none' }, {}, 'place'],
  ['a table of which somebody said that it has none', 'csv', { ...placed, locationType: 'none' }, { isTable: true }, undefined],
  ['a table of a file of another kind', 'fileGeodatabase', { ...placed, locationType: 'none' }, {}, undefined],
  ['a file without a coordinate system', 'shapefile', { ...placed, needsSpatialReference: true }, {}, 'system'],
  ['columns of the same name', 'csv', { ...placed, layerInfo: { fields: fields('a', 'A') } }, {}, 'names'],
  ['a workbook with several sheets', 'excel', { ...placed, datasets: [dataset('One'), dataset('Two')] }, {}, 'sheets'],
  [
    'a workbook whose sheets were chosen',
    'excel',
    { ...placed, datasets: [dataset('One'), dataset('Two')] },
    { layerNames: ['One'] },
    undefined,
  ],
  ['one sheet of two geometries', 'excel', { ...placed, datasets: [dataset('One'), dataset('One', 'esriGeometryPolygon')] }, {}, undefined],
  [
    'several layers of a file that says what they are',
    'geoPackage',
    { ...placed, datasets: [dataset('One'), dataset('Two')] },
    {},
    undefined,
  ],
] as const)('%s', (_what, fileType, publishParameters, reading, choice) => {
  expect(choiceNeeded({ publishParameters } as unknown as AnalyzeReply, reading as never, fileType)).toBe(choice);
});
