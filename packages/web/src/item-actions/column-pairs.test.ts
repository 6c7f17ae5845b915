// What is to be known of columns before they go into the fields of a layer.
import type { AppendAnalysis } from '@graticule/contract/services/append';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import { pairsOf } from './column-pairs.ts';

const field = (name: string, type: string) => ({ name, alias: name, type, editable: true, nullable: true });
const layer = {
  fields: [field('species', 'esriFieldTypeString'), field('height', 'esriFieldTypeInteger'), field('planted', 'esriFieldTypeDateOnly')],
} as unknown as LayerInfo;

const file = (types: Record<string, string>, records: object[]) =>
  ({
    publishParameters: { layerInfo: { fields: Object.entries(types).map(([name, type]) => field(name, `esriFieldType${type}`)) } },
    fieldMappings: Object.keys(types).map((name) => ({ name, source: name })),
    records,
  }) as unknown as AppendAnalysis;

test('texts that go into fields of numbers and days are told of, those of a field of texts and empty columns are not', () => {
  const texts = { species: 'String', height: 'String', planted: 'String' };
  expect(pairsOf(file(texts, [{ species: 'oak', height: 'tall', planted: null }]), layer, {}).doubtful).toEqual(['height']);
  expect(pairsOf(file(texts, [{ species: 'oak', height: '', planted: 'spring' }]), layer, {}).doubtful).toEqual(['planted']);
  expect(pairsOf(file({ ...texts, height: 'Double' }, [{ species: 'oak', height: 3, planted: null }]), layer, {}).doubtful).toEqual([]);
});

test('a column that a person puts elsewhere is judged there', () => {
  const analysis = file({ species: 'String', height: 'Integer' }, [{ species: 'oak', height: 3 }]);
  expect(pairsOf(analysis, layer, { height: 'species', species: null }).doubtful).toEqual(['height']);
});
