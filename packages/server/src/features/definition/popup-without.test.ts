// A pop-up of which fields are deleted.
import { describe, expect, it } from 'vitest';
import { itemTextWithout, popupWithout } from './popup-without.rules.ts';

const isGone = (name: string | null | undefined): boolean => name?.toLowerCase() === 'kind';
const without = (popup: unknown) => popupWithout(popup, isGone);
const info = (fieldName: string) => ({ fieldName, label: fieldName, visible: true });
const chart = (fields: string[], more = {}) => ({ type: 'barchart', title: 'of {kind}', value: { fields, ...more } });
const picture = { type: 'image', value: { sourceURL: 'https://example.org/{kind}.png' } };

describe('a pop-up', () => {
  it('lists the other fields, and keeps its texts as they were written', () => {
    const popup = {
      title: '{kind}',
      description: '<b>{KIND}</b>',
      fieldInfos: [info('name'), info('Kind'), info('kinds')],
      layerOptions: {},
    };
    expect(without(popup)).toEqual({ ...popup, fieldInfos: [info('name'), info('kinds')] });
  });

  it('has charts of the other fields, and pictures', () => {
    const mediaInfos = [
      chart(['name', 'kind']),
      chart(['kind']),
      chart(['name'], { normalizeField: 'kind', tooltipField: 'name' }),
      picture,
      null,
    ];
    expect(without({ mediaInfos })).toEqual({ mediaInfos: [chart(['name']), chart(['name'], { tooltipField: 'name' }), picture, null] });
  });

  it('has the blocks that have something left', () => {
    const text = { type: 'text', text: 'of {kind}' };
    const popupElements = [
      text,
      { type: 'fields', fieldInfos: [info('kind')] },
      { type: 'fields', fieldInfos: [info('kind'), info('name')] },
      { type: 'fields' },
      { type: 'media', mediaInfos: [chart(['kind'])] },
      { type: 'fields', fieldInfos: [] },
      'strange',
    ];
    expect(without({ popupElements })).toEqual({
      popupElements: [
        text,
        { type: 'fields', fieldInfos: [info('name')] },
        { type: 'fields' },
        { type: 'fields', fieldInfos: [] },
        'strange',
      ],
    });
  });

  it.each([null, 'text', 7, { fieldInfos: 'kind' }, { fieldInfos: [null, 'kind', { fieldName: 3 }] }, { mediaInfos: [{ value: 'kind' }] }])(
    'stays as it is in a strange shape: %j',
    (popup) => expect(without(popup)).toEqual(popup),
  );
});

describe('the text of an item', () => {
  const layer = (id: number) => ({
    id,
    popupInfo: { title: '{kind}', fieldInfos: [info('kind'), info('name')] },
    layerDefinition: { a: 1 },
  });

  it('changes for the layer alone', () => {
    const text = JSON.stringify({ layers: [layer(0), layer(1)], tables: [layer(2)], more: 'kind' });
    const left = { ...layer(1), popupInfo: { title: '{kind}', fieldInfos: [info('name')] } };
    expect(JSON.parse(itemTextWithout(text, 1, isGone) ?? '')).toEqual({ layers: [layer(0), left], tables: [layer(2)], more: 'kind' });
    expect(JSON.parse(itemTextWithout(text, 2, isGone) ?? '').tables[0].popupInfo.fieldInfos).toEqual([info('name')]);
  });

  it('keeps all digits of numbers, and numbers for what they are wherever they stand', () => {
    const numbers =
      '{"whole":9007199254740993,"part":0.12345678901234567891,"list":[12345678901234567890,0.12345678901234567891],"large":1e300}';
    const odd = '0.12345678901234567891';
    const text = (info: string): string =>
      `{"layers":[{"id":0,"more":${numbers},"popupInfo":{"a":${odd},"fieldInfos":[${odd}${info}],"mediaInfos":[${odd},{"value":${odd}}],"popupElements":[${odd}]}},{"id":1,"popupInfo":${odd}}],"more":${numbers}}`;
    expect(itemTextWithout(text(',{"fieldName":"kind"}'), 0, isGone)).toBe(text('').replace('1e300', '1e+300').replace('1e300', '1e+300'));
    for (const [same, id] of [[text(''), 0] as const, [text(',{"fieldName":"kind"}'), 1] as const, [odd, 0] as const])
      expect(itemTextWithout(same, id, isGone)).toBeUndefined();
  });

  it.each([
    [
      'there is nothing to forget',
      JSON.stringify({ layers: [{ id: 0, popupInfo: { fieldInfos: [info('name')] } }, { id: 1 }, null] }, null, 2),
    ],
    ['it is about another layer', JSON.stringify({ layers: [layer(3)] })],
    ['it is no JSON', 'kind'],
    ['it is no object', '["kind"]'],
    ['its layers are none', '{"layers":{"id":0},"tables":"kind"}'],
  ])('is left where %s', (_when, text) => {
    expect(itemTextWithout(text, 0, isGone)).toBeUndefined();
  });
});
