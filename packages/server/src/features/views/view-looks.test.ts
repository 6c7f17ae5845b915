// How views look tells nothing of the fields and features that they leave out.
import { describe, expect, it } from 'vitest';
import type { LayerDefinition, StoredField } from '../../schema/features.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { inheritedDefinition, withoutInherited, withoutNamed } from './view-looks.ts';

const field = (name: string): StoredField => ({
  name,
  type: 'esriFieldTypeString',
  alias: name,
  column: name.toLowerCase(),
  nullable: true,
  editable: true,
});
const SHOWN = field('town');
const HIDDEN = field('Größe');
const layer = (definition: LayerDefinition): HostedLayer => ({
  itemId: '1'.repeat(32),
  id: 0,
  table: 'l_test',
  name: 'test',
  geometryType: 'esriGeometryPoint',
  hasZ: false,
  hasM: false,
  fields: [SHOWN, HIDDEN],
  extent: null,
  rowCount: 0,
  version: 1,
  definition,
  ready: true,
  dataEdited: new Date(0),
  schemaEdited: new Date(0),
});

describe('what names a hidden field goes', () => {
  it.each([
    ['Größe', 'größe', true],
    ['Größe', '{Größe}', true],
    ['Größe', '$feature["GRÖSSE"] + $feature.größe', true],
    ['Größe', 'return\nGröße', true],
    ['Größe', 'Gro\u0308ße', true],
    ['Größe', 'Größen', false],
    ['Größe', 'Übergröße', false],
    ['Größe', 'gre', false],
    ['income', 'return\nincome * 2', true],
    ['income', 'äincome', false],
    ['income', 'income_2', false],
    ['الطول', '{الطول} م', true],
    ['a.b (c)', '{a.b (c)}', true],
    ['a.b', 'axb', false],
    ['say "x"', 'is say "x"', true],
  ])('%j in the text %j: %j', (name, text, named) => {
    for (const definition of [{ popupInfo: { title: text } }, { popupInfo: { fieldInfos: [{ [text]: 1 }] } }])
      expect(withoutNamed(definition, ['other', name])).toEqual(named ? {} : definition);
  });

  it('and the types with it that it tells apart, whose ids are its values', () => {
    const types = [{ id: 'secret', name: 'Oak', domains: {}, templates: [] }];
    expect(withoutNamed({ typeIdField: 'Größe', types }, ['Größe'])).toEqual({});
    expect(withoutNamed({ typeIdField: 'town', types }, ['Größe'])).toEqual({ typeIdField: 'town', types });
  });

  it('and nothing else', () => {
    const definition = { description: 'Größe', popupInfo: { title: 'Größe' }, types: [{ name: 'town' }] };
    expect(withoutNamed(definition, ['Größe'])).toEqual({ description: 'Größe', types: [{ name: 'town' }] });
  });
});

describe('what a view has from its source', () => {
  const symbol = { type: 'esriSMS', size: 4 };
  const visualVariables = [{ type: 'sizeInfo', field: 'town', stops: [{ value: 17, size: 3 }] }];
  const authoringInfo = { visualVariables: [{ minSliderValue: 17 }] };
  const sized = { renderer: { type: 'simple', symbol, visualVariables, authoringInfo }, transparency: 20 };
  const classes = { renderer: { type: 'uniqueValue', field1: 'town', uniqueValueInfos: [{ value: 'secret' }] } };
  it.each([
    ['all', sized, [SHOWN, HIDDEN], false, sized],
    ['some features', sized, [SHOWN, HIDDEN], true, { renderer: { type: 'simple', symbol }, transparency: 20 }],
    ['some fields', sized, [SHOWN], false, { renderer: { type: 'simple', symbol } }],
    ['some features, by values', classes, [SHOWN, HIDDEN], true, undefined],
    ['some fields, by values', classes, [SHOWN], false, undefined],
    ['some fields, named in a label of the symbol', { renderer: { type: 'simple', symbol, label: 'Größe' } }, [SHOWN], false, undefined],
  ] as const)('and shows %s is drawn without values of the others', (_, drawingInfo, fields, filtered, expected) => {
    const source = layer({
      drawingInfo,
      displayField: 'Größe',
      timeInfo: { startTimeField: 'town', endTimeField: 'Größe', timeExtent: [1, 2] },
    });
    const inherited = inheritedDefinition(source, fields, filtered);
    expect(inherited.drawingInfo).toEqual(expected);
    expect([inherited.displayField, inherited.timeInfo?.timeExtent]).toEqual(
      fields.length === 1 ? [undefined, undefined] : ['Größe', filtered ? null : [1, 2]],
    );
  });

  it('goes once it shows fewer features, unless somebody chose it for the view', () => {
    const own = { renderer: { type: 'uniqueValue', field1: 'town', uniqueValueInfos: [{ value: 'mine' }] } };
    const fewer = (drawingInfo: LayerDefinition['drawingInfo'], of: LayerDefinition['drawingInfo']): LayerDefinition =>
      withoutInherited({ description: 'd', ...(drawingInfo && { drawingInfo }) }, layer(of ? { drawingInfo: of } : {}), [SHOWN, HIDDEN]);
    expect(fewer(classes, classes)).toEqual({ description: 'd' });
    expect(fewer(sized, sized)).toEqual({ description: 'd', drawingInfo: { renderer: { type: 'simple', symbol }, transparency: 20 } });
    expect(fewer(own, classes)).toEqual({ description: 'd', drawingInfo: own });
    expect(fewer(undefined, classes)).toEqual({ description: 'd' });
  });
});
