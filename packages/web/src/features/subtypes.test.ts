// What can be added to a layer, and what its subtypes allow.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { describe, expect, test } from 'vitest';
import { fieldInAnyType, fieldInRow, fieldInType, templatesOf, toldTypes, typeField } from './subtypes.ts';

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

  test('each row has the lists of its own subtype, whatever the names of fields are written like; damaged ones are none', () => {
    const damaged = [...types, { id: 3, name: 'Elm', domains: { STATE: { type: 'codedValue', codedValues: 'none' }, kind: 7 } }];
    const typed = layer({ types: damaged, typeIdField: 'KIND' });
    const [, state] = typed.fields as [WireField, WireField];
    expect(fieldInRow(typed, state, { kind: 1 }).domain).toEqual(codes);
    expect(fieldInRow(typed, state, { kind: 3 }).domain).toMatchObject({ codedValues: [] });
    for (const attributes of [{ kind: 2 }, { kind: 9 }, { kind: null }, undefined])
      expect(fieldInRow(typed, state, attributes)).toBe(state);
    expect(fieldInRow(layer(), state, { kind: 1 })).toBe(state);
  });

  test('a text that is the subtype holds texts, also where the ids are numbers', () => {
    const typed = layer({ types: [{ id: 1, name: 'Oak' }], typeIdField: 'state' });
    expect(fieldInType(typed, typed.fields[1] as WireField, undefined).domain).toMatchObject({ codedValues: [{ name: 'Oak', code: '1' }] });
  });
});

describe('a field in rows of any subtype', () => {
  const list = (...names: string[]) => ({ type: 'codedValue', name: 'l', codedValues: names.map((name, i) => ({ name, code: i })) });
  const range = { type: 'range', name: 'r', range: [0, 9] };
  const offered = (own: unknown, ...ofTypes: unknown[]) => {
    const all = ofTypes.map((domain, i) => ({ id: i, name: `T${i}`, domains: domain === undefined ? {} : { size: domain } }));
    const size = { ...field('size', 'esriFieldTypeInteger'), domain: own } as WireField;
    const typed = layer({ fields: [field('kind', 'esriFieldTypeInteger'), size], types: all, typeIdField: 'kind' });
    const { domain } = fieldInAnyType(typed, size);
    return domain?.type === 'codedValue' ? domain.codedValues.map(({ name }) => name) : domain;
  };
  test.each([
    { is: 'nothing where no subtype says anything', own: null, types: [undefined, undefined], gives: null },
    { is: 'its own list where they inherit it', own: list('A'), types: [undefined, { type: 'inherited' }], gives: ['A'] },
    { is: 'all lists together', own: null, types: [list('A', 'B'), list('A', 'C', 'D')], gives: ['A', 'B / C', 'D'] },
    { is: 'its own list beside those of subtypes', own: list('Z'), types: [list('A'), undefined], gives: ['A / Z'] },
    { is: 'no list where a subtype takes any value', own: null, types: [list('A'), undefined], gives: null },
    { is: 'no list where a subtype has a range', own: list('Z'), types: [list('A'), range], gives: null },
  ])('offers $is', ({ own, types: ofTypes, gives }) => {
    expect(offered(own, ...ofTypes)).toEqual(gives);
  });
});

describe('what is told of subtypes', () => {
  const told = (more: Partial<LayerInfo>) =>
    toldTypes(layer(more)).map(({ id, name, templates, fields }) => [
      id,
      name,
      templates.map(({ was, name: of, defaults }) => [was, of, ...defaults.map(({ field, value }) => `${field.name}=${value}`)].join(' ')),
      fields.map(({ name: of, domain }) => [of, domain?.type]),
    ]);

  test('values of new features and lists of fields, each under the name that the field has', () => {
    expect(told({ types, typeIdField: 'KIND' })).toEqual([
      [1, 'Oak', ['0 Young oak state=i'], [['state', 'codedValue']]],
      ['2', 'Lime', ['0 Lime'], []],
    ]);
    const several = {
      ...(types[0] as object),
      templates: ['nonsense', { name: 'Oak' }, { name: 'Old oak', prototype: { attributes: { STATE: 'i' } } }],
    };
    expect(told({ types: [several], typeIdField: 'kind' })[0]?.[2]).toEqual(['1 Oak', '2 Old oak state=i']);
    expect(told({ types })).toEqual([]);
    expect(told({ types: [], typeIdField: 'kind' })).toEqual([]);
  });

  test('layers that describe them with codes and default values are read too', () => {
    const subtypes = [{ code: 1, name: 'Oak', defaultValues: { STATE: 'i', kind: 1, gone: 2 }, domains: { state: codes } }, { code: 2 }];
    const described = { subtypeField: 'Kind', subtypes } as Partial<LayerInfo>;
    expect(told(described)).toEqual([
      [1, 'Oak', ['0 Oak state=i'], [['state', 'codedValue']]],
      [2, '2', ['0 2'], []],
    ]);
    expect(templatesOf(layer(described))).toEqual([
      { name: 'Oak', attributes: { kind: 1, state: 'i' } },
      { name: '2', attributes: { kind: 2 } },
    ]);
  });
});
