// What can be added to a layer, and what its subtypes allow.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { describe, expect, test } from 'vitest';
import { fieldInType, templatesOf, typeField } from './subtypes.ts';

const field = (name: string, type: WireField['type']): WireField => ({
  name,
  type,
  alias: name,
  sqlType: '',
  domain: null,
  defaultValue: null,
});
const layer = (more: Partial<LayerInfo> = {}) =>
  ({ name: 'Trees', fields: [field('kind', 'esriFieldTypeInteger'), field('state', 'esriFieldTypeString')], ...more }) as LayerInfo;
const codes = { type: 'codedValue', name: 's', codedValues: [{ name: 'Ill', code: 'i' }] };
const types = [
  {
    id: 1,
    name: 'Oak',
    domains: { state: codes },
    templates: [{ name: 'Young oak', prototype: { attributes: { KIND: 9, state: 'i', gone: 1 } } }],
  },
  { id: '2', name: 'Lime', domains: { state: { type: 'inherited' } }, templates: [] },
  'nonsense',
];

describe('templates', () => {
  test('a layer without any offers itself', () => {
    expect(templatesOf(layer())).toEqual([{ name: 'Trees', attributes: {} }]);
  });

  test('values come under the names that the fields have, others are left out', () => {
    const templates = [{ name: 'Ill tree', description: 'To be cut', prototype: { attributes: { STATE: 'i', shape: {} } } }];
    expect(templatesOf(layer({ templates }))).toEqual([{ name: 'Ill tree', description: 'To be cut', attributes: { state: 'i' } }]);
  });

  test('each subtype has its templates, or itself; the template of the whole layer is not among them', () => {
    expect(templatesOf(layer({ types, typeIdField: 'Kind', templates: [{ name: 'Trees', prototype: { attributes: {} } }] }))).toEqual([
      { name: 'Young oak', attributes: { kind: 1, state: 'i' } },
      { name: 'Lime', attributes: { kind: '2' } },
    ]);
  });

  test('the domain of a subtype stands before that of the field', () => {
    const typed = layer({ types, typeIdField: 'kind' });
    const [kind, state] = typed.fields as [WireField, WireField];
    expect(fieldInType(typed, state, '1').domain).toEqual(codes);
    expect(fieldInType(typed, state, '2').domain).toBeNull();
    expect(fieldInType(typed, kind, '1').domain).toMatchObject({
      codedValues: [
        { name: 'Oak', code: 1 },
        { name: 'Lime', code: 2 },
      ],
    });
    expect(typeField(layer({ typeIdField: 'kind' }))).toBeUndefined();
  });
});
