// Lines in which types are typed: what is wrong with them, and the definition that they make.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { describe, expect, test } from 'vitest';
import { toldTypes } from '../../features/subtypes.ts';
import { type DomainDraft, draftOf } from './domain-draft.ts';
import { BLANK, type Listed } from './ListedValues.tsx';
import { definitionOfTypes, faultOfTypes, hasOtherList, linesOf, proposedLines, type TypeLine, typesLost } from './layer-types.ts';
import { type TypeDraft, templateName, untouched, withBegin, withDomain, withTemplate } from './type-drafts.ts';

const field = (name: string, type: WireField['type'], more: Partial<WireField> = {}): WireField => ({
  name,
  type,
  alias: name,
  sqlType: '',
  domain: null,
  defaultValue: null,
  ...more,
});
const kind = field('kind', 'esriFieldTypeSmallInteger');
const code = field('code', 'esriFieldTypeString', { length: 3 });
const state = field('state', 'esriFieldTypeString', {
  domain: { type: 'codedValue', name: 's', codedValues: [{ code: 'i', name: 'Ill' }] },
});
const size = field('size', 'esriFieldTypeDouble');
const domains = { state: { type: 'range', name: 'r', range: [1, 2] }, kind: { type: 'inherited' } };
const oak = {
  id: 1,
  name: 'Oak',
  own: 'kept',
  domains,
  templates: [
    { name: 'Oak', drawingTool: 'x', prototype: { attributes: { KIND: 1, state: 'i' } } },
    { name: 'Old oak', prototype: { attributes: { kind: 1 } } },
  ],
};
const lime = { id: 2, name: 'Lime', domains: {}, templates: [] };
const layer = {
  geometryType: 'esriGeometryPolyline',
  fields: [kind, code, state, size],
  typeIdField: 'Kind',
  types: ['nonsense', oak, lime],
} as unknown as LayerInfo;
const lines = (...codes: string[]): Listed[] => codes.map((each) => ({ code: each, name: '' }));

describe('the lines', () => {
  test('are those of the types, with their places, or one to begin with; a field with a list proposes it', () => {
    expect(linesOf(layer)).toEqual([
      { code: '1', name: 'Oak', was: 1 },
      { code: '2', name: 'Lime', was: 2 },
    ]);
    expect(linesOf({ ...layer, types: [] })).toEqual([BLANK]);
    expect(proposedLines(state)).toEqual([{ code: 'i', name: 'Ill' }]);
    expect(proposedLines(kind)).toEqual([BLANK]);
  });

  test.each([
    ['no field', undefined, lines('1'), 'field-first', {}],
    ['no value', kind, [BLANK, { code: ' ', name: '' }], 'type-first', {}],
    ['a name alone', kind, [...lines('1'), { code: '', name: 'Elm ' }], 'value-first', { name: 'Elm' }],
    ['letters for a number', size, lines('1', 'x'), 'number', { value: 'x' }],
    ['a part of a whole number', kind, lines('1.5'), 'whole', { value: '1.5', low: '-32768', high: '32767' }],
    ['too large a number', kind, lines('32768'), 'whole', { value: '32768', low: '-32768', high: '32767' }],
    ['too long a text', code, lines('abc', 'abcd'), 'long', { value: 'abcd', length: '3' }],
    ['too long a text of letters that take two places', code, lines('🌳🌳'), 'long', { value: '🌳🌳', length: '3' }],
    ['a number twice', kind, lines('1', '01'), 'twice', { value: '01' }],
    ['too many', size, lines(...Array.from({ length: 1001 }, (_, i) => `${i}`)), 'many', { most: '1000' }],
  ] as const)('with %s say what to do', (_what, of, typed, key, values) => {
    expect(faultOfTypes(of, typed, String)).toEqual({ key: `item.types.${key}`, values });
  });

  test('without a fault have none, be they as many as the portal takes', () => {
    expect(faultOfTypes(kind, [BLANK, ...lines('-32768', '32767')], String)).toBeUndefined();
    expect(faultOfTypes(size, lines(...Array.from({ length: 1000 }, (_, i) => `${i}.5`)), String)).toBeUndefined();
  });

  test('that leave out types with values of their own say how many, and lists that differ are told', () => {
    expect(typesLost(layer, linesOf(layer))).toBe(0);
    expect(typesLost(layer, linesOf(layer).slice(0, 1))).toBe(0);
    expect(typesLost(layer, linesOf(layer).slice(1))).toBe(1);
    expect([hasOtherList(state, lines('i')), hasOtherList(state, lines('i', 'j')), hasOtherList(state, lines('j'))]).toEqual([
      false,
      true,
      true,
    ]);
    expect(hasOtherList(kind, lines('1'))).toBe(false);
  });
});

describe('the definition', () => {
  test('keeps what a type has beyond its value and its name, and gives new ones a template', () => {
    const typed = [{ code: '7', name: 'Oaks', was: 1 }, BLANK, { code: '3', name: '' }];
    expect(definitionOfTypes(layer, kind, typed)).toEqual({
      typeIdField: 'kind',
      types: [
        {
          id: 7,
          name: 'Oaks',
          own: 'kept',
          domains: { state: domains.state },
          templates: [
            { name: 'Oaks', drawingTool: 'x', prototype: { attributes: { kind: 7, state: 'i' } } },
            { name: 'Old oak', prototype: { attributes: { kind: 7 } } },
          ],
        },
        {
          id: 3,
          name: '3',
          domains: {},
          templates: [{ name: '3', description: '', drawingTool: 'esriFeatureEditToolLine', prototype: { attributes: { kind: 3 } } }],
        },
      ],
    });
  });

  test('moves to another field whole: values, templates, and no list of the field itself', () => {
    const { typeIdField, types } = definitionOfTypes(layer, state, [{ code: 'i', name: 'Oak', was: 1 }]);
    expect([typeIdField, types]).toMatchObject([
      'state',
      [{ id: 'i', domains: { kind: domains.kind }, templates: [{ prototype: { attributes: { state: 'i' } } }, {}] }],
    ]);
    expect(JSON.stringify(types)).not.toContain('KIND');
    expect(types[0]).toHaveProperty('domains', { kind: domains.kind });
  });
});

describe('what is typed of the fields of a type', () => {
  const said = (fields: Readonly<Record<string, ReturnType<typeof drafted>>>): TypeDraft => ({
    templates: [
      { was: 0, begins: Object.fromEntries(Object.entries(fields).map(([name, { begin }]) => [name, begin])) },
      { was: 1, begins: {} },
    ],
    domains: Object.fromEntries(Object.entries(fields).map(([name, { domain }]) => [name, domain])),
  });
  const drafted = (begin: string, domain: Partial<DomainDraft> = {}) => ({ begin, domain: { ...draftOf(null), ...domain } });
  const typed = (own: TypeLine['own']): TypeLine[] => [{ code: '1', name: 'Oak', was: 1, ...(own ? { own } : {}) }];

  test('goes into the first template and the lists of the type, and leaves the rest as it is', () => {
    const { types } = definitionOfTypes(layer, kind, typed(said({ size: drafted('2.5', { kind: 'range', range: ['1', '9'] }) })));
    expect(types).toMatchObject([
      {
        domains: { state: domains.state, size: { type: 'range', name: 'size', range: [1, 9] } },
        templates: [{ prototype: { attributes: { kind: 1, state: 'i', size: 2.5 } } }, { prototype: { attributes: { kind: 1 } } }],
      },
    ]);
    expect((types[0] as { templates: object[] }).templates[1]).toEqual({ name: 'Old oak', prototype: { attributes: { kind: 1 } } });
  });

  test('takes a value and a list away', () => {
    const [type] = definitionOfTypes(layer, kind, typed(said({ state: drafted('') }))).types;
    expect(type).toMatchObject({ domains: { state: { type: 'inherited' } } });
    expect(JSON.stringify(type)).not.toContain('"i"');
  });

  test('goes without what the layer does not have any more', () => {
    const less = { ...layer, fields: [kind, size] } as unknown as LayerInfo;
    expect(definitionOfTypes(less, kind, typed(undefined)).types).toMatchObject([{ domains: {}, templates: [{}, {}] }]);
    expect(JSON.stringify(definitionOfTypes(less, kind, typed(undefined)))).not.toContain('state');
  });

  test.each([
    ['a number in letters', { size: drafted('x') }, 'item.field.bad-number', 'size'],
    ['a value outside its range', { size: drafted('10', { kind: 'range', range: ['1', '9'] }) }, 'item.field.bad-range', 'size'],
    ['a range the wrong way round', { size: drafted('', { kind: 'range', range: ['9', '1'] }) }, 'item.field.range-wrong', 'size'],
    ['an empty list', { code: drafted('', { kind: 'codedValue' }) }, 'item.field.list-wrong', 'code'],
    ['a code that is too long', { code: drafted('', { kind: 'codedValue', listed: lines('abcd') }) }, 'item.types.long', 'code'],
  ] as const)('is told with type and field: %s', (_what, own, key, alias) => {
    expect(faultOfTypes(kind, typed(said(own)), String, layer)).toMatchObject({ key, of: { type: 'Oak', field: alias } });
  });
});

describe('the templates of a type', () => {
  const [told] = toldTypes(layer);
  const before = untouched(told);
  const typed = (own: TypeDraft): TypeLine[] => [{ code: '1', name: 'Oak', was: 1, own }];
  const made = (own: TypeDraft) => (definitionOfTypes(layer, kind, typed(own)).types[0] as { templates: object[] }).templates;
  const [first, second] = oak.templates;

  test('are changed each for itself', () => {
    expect(made(withBegin(before, 1, size, '3'))).toEqual([
      { ...first, prototype: { attributes: { kind: 1, state: 'i' } } },
      { ...second, prototype: { attributes: { kind: 1, size: 3 } } },
    ]);
    expect(made(withTemplate(before, 1, { name: ' Ancient oak ' }))[1]).toMatchObject({ name: 'Ancient oak' });
    expect(made(withTemplate(before, 1, { name: ' ' }))[1]).toMatchObject({ name: 'Oak' });
  });

  test('are added and taken away', () => {
    const more = withBegin({ ...before, templates: [...before.templates, { name: 'Young oak', begins: {} }] }, 2, state, 'i');
    expect(made(more)).toMatchObject([
      { name: 'Oak' },
      { name: 'Old oak' },
      {
        name: 'Young oak',
        drawingTool: 'esriFeatureEditToolLine',
        prototype: { attributes: { kind: 1, state: 'i' } },
      },
    ]);
    expect(made({ ...before, templates: before.templates.slice(1) })).toEqual([
      { name: 'Old oak', prototype: { attributes: { kind: 1 } } },
    ]);
  });

  test('are called like their type as long as nobody says otherwise', () => {
    const [one = { begins: {} }, other = { begins: {} }] = before.templates;
    expect([templateName({ told, name: 'Oaks' }, one), templateName({ told, name: 'Oaks' }, other)]).toEqual(['Oaks', 'Old oak']);
    expect(templateName({ told: undefined, name: 'Elm' }, { begins: {} })).toBe('Elm');
  });

  test('have what a type without templates says itself', () => {
    const own = { ...layer, types: [{ id: 1, name: 'Oak', defaultValues: { state: 'i', size: 2 } }] } as unknown as LayerInfo;
    const draft = withBegin(untouched(toldTypes(own)[0]), 0, size, '5');
    expect(definitionOfTypes(own, kind, [{ code: '1', name: 'Oak', was: 0, own: draft }]).types).toMatchObject([
      { templates: [{ name: 'Oak', prototype: { attributes: { kind: 1, state: 'i', size: 5 } } }] },
    ]);
  });

  test('are all looked at again when the values of a field change', () => {
    const narrow = withDomain(withBegin(before, 1, size, '10'), told, size, { ...draftOf(null), kind: 'range', range: ['1', '9'] });
    expect(faultOfTypes(kind, typed(narrow), String, layer)).toEqual({
      key: 'item.field.bad-range',
      values: {},
      of: { type: 'Oak (Old oak)', field: 'size' },
    });
  });

  test('have names of their own once one is named', () => {
    const twice = withTemplate(before, 1, { name: 'Oak' });
    expect(faultOfTypes(kind, typed(twice), String, layer)).toEqual({
      key: 'item.types.template-twice',
      values: { type: 'Oak', name: 'Oak' },
    });
    const same = { ...layer, types: [{ ...oak, templates: [first, first] }] } as unknown as LayerInfo;
    const draft = withBegin(untouched(toldTypes(same)[0]), 1, size, '1');
    expect(faultOfTypes(kind, [{ code: '1', name: 'Oak', was: 0, own: draft }], String, same)).toBeUndefined();
  });
});
