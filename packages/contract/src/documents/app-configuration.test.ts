// Questions and answers of templates, the hostile ones too.
import { expect, test } from 'vitest';
import { answersOf, readQuestions, templateOf, withAnswers } from './app-configuration.ts';

const DATA = {
  configurationSettings: [
    {
      category: '<b>General</b>',
      fields: [
        { type: 'webmap' },
        {
          type: 'string',
          fieldName: 'title',
          label: 'Title:',
          tooltip: 'Shown on top',
          placeHolder: 'My app',
          stringFieldOption: 'textbox',
        },
        { type: 'string', fieldName: 'about', label: 'About', stringFieldOption: 'richtext' },
        { type: 'paragraph', value: 'Choose with <i>care</i>.' },
        { type: 'number', fieldName: 'zoom', label: 'Zoom', constraints: { min: 0, max: 22, places: 0 } },
        { type: 'options', fieldName: 'theme', options: [{ label: 'Dark', value: 'dark' }, { value: 2 }, { value: {} }] },
      ],
    },
    {
      category: 'Tools',
      fields: [
        { type: 'subcategory', label: 'Search' },
        {
          type: 'conditional',
          fieldName: 'search',
          label: 'Search',
          items: [{ type: 'color', fieldName: 'searchColor', label: 'Colour' }],
        },
        { type: 'layerAndFieldSelector', fieldName: 'layer', label: 'Layer to look in' },
      ],
    },
    { category: 'Empty' },
  ],
  values: { title: 'Rivers', layer: { id: 'l1', fields: ['name'] } },
  source: '0123456789abcdef0123456789abcdef',
};

test('CO-014 a template says what its apps are asked, and what the portal has no field for is named', () => {
  const [general, tools, ...more] = readQuestions(DATA) ?? [];
  expect(more).toEqual([]);
  expect(general?.title).toBe('<b>General</b>');
  expect(general?.entries.map((each) => (each.entry === 'question' ? [each.question.name, each.question.kind] : each.entry))).toEqual([
    ['webmap', 'webmap'],
    ['title', 'text'],
    ['about', 'html'],
    'note',
    ['zoom', 'number'],
    ['theme', 'choice'],
  ]);
  expect(general?.entries.at(-2)).toMatchObject({ question: { min: 0, max: 22, places: 0 } });
  expect(general?.entries.at(-1)).toMatchObject({
    question: {
      options: [
        { value: 'dark', label: 'Dark' },
        { value: 2, label: '2' },
      ],
    },
  });
  expect(tools?.entries).toMatchObject([
    { entry: 'heading', text: 'Search' },
    { question: { kind: 'switch', name: 'search', under: undefined } },
    { question: { kind: 'colour', name: 'searchColor', under: 'search' } },
    { entry: 'unknown', type: 'layerandfieldselector', label: 'Layer to look in' },
  ]);
});

test('answers are changed by their names, and all else stays as it was', () => {
  const changed = withAnswers(
    DATA,
    new Map<string, unknown>([
      ['title', 'Lakes'],
      ['zoom', 7],
      ['about', undefined],
    ]),
  );
  expect(changed).toEqual({ ...DATA, values: { title: 'Lakes', zoom: 7, layer: { id: 'l1', fields: ['name'] } } });
  expect(answersOf(changed).title).toBe('Lakes');
  expect(withAnswers(undefined, new Map([['title', 'New']]))).toEqual({ values: { title: 'New' } });
});

test('what is no configuration asks nothing, and no name reaches beyond the answers', () => {
  for (const data of [
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { configurationSettings: {} },
    { configurationSettings: [] },
    { configurationSettings: [null, { fields: 'x' }] },
  ])
    expect(readQuestions(data)).toBeUndefined();
  const hostile = JSON.parse(
    '{"configurationSettings":[{"fields":[{"type":"string","fieldName":"__proto__"},{"type":"constructor","fieldName":"a"}]}],"values":{"__proto__":{"x":1}}}',
  );
  expect(readQuestions(hostile)?.[0]?.entries.map(({ entry }) => entry)).toEqual(['unknown', 'unknown']);
  const saved = JSON.stringify(withAnswers(hostile, new Map([['__proto__', { isAdministrator: true }]])));
  expect(saved).toContain('"values":{"__proto__":{"isAdministrator":true}}');
  expect(({} as { isAdministrator?: boolean }).isAdministrator).toBeUndefined();
  expect(answersOf({ values: [1, 2] })).toEqual({});
  expect(templateOf({ source: '../../etc' })).toBeUndefined();
  expect(templateOf(DATA)).toBe(DATA.source);
  const many = {
    configurationSettings: Array.from({ length: 50 }, () => ({
      fields: Array.from({ length: 50 }, () => ({ type: 'string', fieldName: 'a' })),
    })),
  };
  expect(readQuestions(many)?.reduce((sum, { entries }) => sum + entries.length, 0)).toBe(400);
});
