// The types of a layer on its page: told to everybody, changed by who administers it.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { LayerTypes } from './LayerTypes.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const states = { type: 'codedValue', name: 's', codedValues: [{ code: 'i', name: 'Ill' }] };
const oak = {
  id: 1,
  name: 'Oak',
  domains: { state: states },
  templates: [{ name: 'Oak', prototype: { attributes: { kind: 1, state: 'i' } } }],
};
const fields = [
  { name: 'fid', alias: 'fid', type: 'esriFieldTypeOID', domain: null },
  { name: 'kind', alias: 'Kind', type: 'esriFieldTypeInteger', domain: null },
  { name: 'state', alias: 'State', type: 'esriFieldTypeString', length: 9, domain: null },
  { name: 'seen', alias: 'Seen', type: 'esriFieldTypeDate', domain: null },
];
const typed = { typeIdField: 'kind', types: [oak, { id: 2, name: 'Lime' }] };

async function open(username: string, more: object = typed, typeKeywords: string[] = [], answers: Answers = {}) {
  const item = { id: 'i', owner: 'ada', typeKeywords } as unknown as Item;
  const layer = { id: 3, name: 'trees', type: 'Feature Layer', geometryType: 'esriGeometryPoint', fields, ...more } as unknown as LayerInfo;
  const view = await renderPage(
    <SessionGate>
      <LayerTypes item={item} service="trees" layer={layer} />
      <p>ready</p>
    </SessionGate>,
    '/x',
    { 'portals/self': () => ({ id: 'o', user: { username, privileges: [] } }), updateDefinition: () => ({ success: true }), ...answers },
    ['item'],
  );
  await screen.findByText('ready');
  return view;
}
const change = async (name = 'Change the types') => {
  await userEvent.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Types of rows: trees' }));
};
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const why = () => document.getElementById(save().getAttribute('aria-describedby') ?? '')?.textContent;
const sent = (asked: { url: string; body: string }[]) =>
  asked
    .filter(({ url }) => url.includes('/rest/admin/services/Hosted/trees/FeatureServer/3/updateDefinition'))
    .map(({ body }) => JSON.parse(new URLSearchParams(body).get('updateDefinition') ?? ''));

test('everybody reads which types there are, what new rows of them begin with, and their own lists of values', async () => {
  await open('bob');
  expect(screen.getByText('The field “Kind” says of which type a row is.')).toBeTruthy();
  const [head, first, second] = screen.getAllByRole('row');
  expect(
    within(head as HTMLElement)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Value', 'Name', 'New rows begin with', 'Values of fields']);
  expect(
    within(first as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1', 'Oak', 'State Ill', 'State 1 value']);
  await userEvent.click(within(first as HTMLElement).getByText('1 value'));
  expect((await within(first as HTMLElement).findByRole('listitem')).textContent).toBe('Ill i');
  expect(
    within(second as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['2', 'Lime', '', '']);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a layer without types says nothing of them to readers, and asks its owner', async () => {
  await open('bob', {});
  expect(screen.queryByText('Types of rows')).toBeNull();
  cleanup();
  await open('ada', {});
  expect(screen.getByText('Types of rows')).toBeTruthy();
  cleanup();
  await open('ada', { fields: [fields[0], fields[3]] });
  expect(screen.queryByText('Types of rows')).toBeNull();
});

test('types are set up in a field that is chosen among those of texts and numbers', async () => {
  const { asked } = await open('ada', {});
  const dialog = await change('Set up types');
  expect([save().disabled, why()]).toEqual([true, 'Choose the field that says of which type a row is.']);
  await userEvent.click(dialog.getByRole('combobox', { name: 'Field that says the type' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Kind', 'State']);
  await userEvent.click(screen.getByRole('option', { name: 'State' }));
  expect(why()).toBe('Type the value of at least one type.');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Words for value 1' }), 'Good');
  expect(why()).toBe('Type the value of Good, too.');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Value 1' }), 'g');
  await userEvent.click(save());
  const template = { name: 'Good', description: '', drawingTool: 'esriFeatureEditToolPoint', prototype: { attributes: { state: 'g' } } };
  await waitFor(() =>
    expect(sent(asked)).toEqual([{ typeIdField: 'state', types: [{ id: 'g', name: 'Good', domains: {}, templates: [template] }] }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('one is renamed, one taken out, one added; what a type brings of its own stays with it, and what is lost is said', async () => {
  const { asked } = await open('ada');
  const dialog = await change();
  const name = dialog.getByRole('textbox', { name: 'Words for value 1' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Oaks');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove value 2' }));
  expect(dialog.queryByText(/They are lost/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a type' }));
  const value = dialog.getByRole('textbox', { name: 'Value 2' });
  await userEvent.type(value, '1');
  expect(why()).toBe('The value 1 stands twice: give each type a value of its own.');
  await userEvent.clear(value);
  await userEvent.type(value, '5');
  await userEvent.click(save());
  await waitFor(() => expect(sent(asked)).toHaveLength(1));
  expect(sent(asked)[0]).toMatchObject({
    typeIdField: 'kind',
    types: [
      {
        id: 1,
        name: 'Oaks',
        domains: { state: states },
        templates: [{ name: 'Oaks', prototype: { attributes: { kind: 1, state: 'i' } } }],
      },
      { id: 5, name: '5' },
    ],
  });
  cleanup();
  await open('ada');
  await userEvent.click((await change()).getByRole('button', { name: 'Remove value 1' }));
  expect(screen.getByText('1 type that is taken out has values for new rows, or lists of values of its own. They are lost.')).toBeTruthy();
});

const about = { id: 3, name: 'trees', type: 'Feature Layer', geometryType: 'esriGeometryPoint', fields, ...typed };
let show: (layer: object) => void;
function Page() {
  const [layer, setLayer] = useState<object>(about);
  show = setLayer;
  return <LayerTypes item={{ id: 'i', owner: 'ada' } as Item} service="trees" layer={layer as LayerInfo} />;
}

test('what a type brings of its own stays with it where the types were put in another order meanwhile', async () => {
  const answers = {
    'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
    updateDefinition: () => ({ success: true }),
  };
  const page = (
    <SessionGate>
      <Page />
    </SessionGate>
  );
  const { asked } = await renderPage(page, '/x', answers, ['item']);
  await screen.findByText('Types of rows');
  await change();
  act(() => show({ ...about, types: [{ id: 2, name: 'Lime' }, oak] }));
  await userEvent.click(save());
  await waitFor(() => expect(sent(asked)).toHaveLength(1));
  expect(sent(asked)[0].types).toMatchObject([oak, { id: 2, name: 'Lime' }]);
});

test('values that a field proposes make room for those of another field, until somebody changes them', async () => {
  const list = (name: string, code: string) => ({
    ...fields[2],
    name,
    alias: name,
    domain: { type: 'codedValue', name, codedValues: [{ code, name: code.toUpperCase() }] },
  });
  await open('ada', { fields: [list('bark', 'b'), list('crown', 'c'), fields[1]] });
  const dialog = await change('Set up types');
  const pick = async (name: string) => {
    await userEvent.click(dialog.getByRole('combobox', { name: 'Field that says the type' }));
    await userEvent.click(await screen.findByRole('option', { name }));
  };
  const value = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Value 1' }).value;
  await pick('bark');
  expect(value()).toBe('b');
  await pick('crown');
  expect(value()).toBe('c');
  await pick('Kind');
  expect(value()).toBe('');
  await pick('bark');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Words for value 1' }), 'ark');
  await pick('crown');
  expect(value()).toBe('b');
});

test('all types are taken away at once, and what goes with them is said before', async () => {
  const { asked } = await open('ada');
  const dialog = await change();
  await userEvent.click(dialog.getByRole('radio', { name: 'No types' }));
  expect(dialog.getByText(/Rows and their values stay/)).toBeTruthy();
  await userEvent.click(save());
  await waitFor(() => expect(sent(asked)).toEqual([{ typeIdField: null, types: [] }]));
});

test('a view has types of its own, which whoever administers it changes', async () => {
  await open('ada', typed, ['View Service']);
  expect((await change()).getByText(/those of its source stay as they are/)).toBeTruthy();
});

const fieldBox = (dialog: ReturnType<typeof within>, name: string) => {
  const box = dialog.getByText(name, { selector: 'summary > bdi' }).closest('details') as HTMLElement;
  return within(box);
};
const openField = async (dialog: ReturnType<typeof within>, name: string) => {
  await userEvent.click(dialog.getByText(name, { selector: 'summary > bdi' }));
  return fieldBox(dialog, name);
};

test('what new rows of a type begin with and its list of a field are changed, and what is wrong is said with type and field', async () => {
  const { asked } = await open('ada');
  const dialog = await change();
  await userEvent.click(dialog.getByRole('button', { name: 'Fields of Oak' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'All types' }));
  expect(dialog.getByRole('heading', { name: 'Fields of Oak' })).toBeTruthy();
  // neither the field of the types nor the ids
  expect(dialog.getAllByText(/./, { selector: 'summary > bdi' }).map(({ textContent }) => textContent)).toEqual(['State', 'Seen']);
  expect(dialog.getByText('State', { selector: 'summary > bdi' }).closest('summary')?.textContent).toBe('StateIll · 1 value');
  const state = await openField(dialog, 'State');
  await userEvent.click(state.getByRole('button', { name: 'Add a value' }));
  await userEvent.type(state.getByRole('textbox', { name: 'Value 2' }), 'far too long');
  expect(why()).toBe('Oak, State: far too long is too long: the field holds 9 letters at most.');
  await userEvent.clear(state.getByRole('textbox', { name: 'Value 2' }));
  await userEvent.type(state.getByRole('textbox', { name: 'Value 2' }), 'w');
  await userEvent.type(state.getByRole('textbox', { name: 'Words for value 2' }), 'Well');
  await userEvent.clear(state.getByRole('textbox', { name: 'Value 1' }));
  expect(why()).toBe('Oak, State: Choose a value from the list.');
  await userEvent.click(state.getByRole('combobox', { name: 'New rows begin with' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Well' }));
  const seen = await openField(dialog, 'Seen');
  expect(seen.queryByRole('radiogroup')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'All types' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Fields of Oak' }));
  await userEvent.click(save());
  await waitFor(() => expect(sent(asked)).toHaveLength(1));
  const list = { type: 'codedValue', name: 'state', codedValues: [{ code: 'w', name: 'Well' }] };
  expect(sent(asked)[0].types).toEqual([
    { ...oak, domains: { state: list }, templates: [{ name: 'Oak', prototype: { attributes: { kind: 1, state: 'w' } } }] },
    { id: 2, name: 'Lime', domains: {}, templates: [] },
  ]);
});

test('a type takes the values of the layer again, and a new type has a list and a value of its own at once', async () => {
  const { asked } = await open('ada');
  const dialog = await change();
  await userEvent.click(dialog.getByRole('button', { name: 'Fields of Oak' }));
  const state = await openField(dialog, 'State');
  await userEvent.click(state.getByRole('radio', { name: 'As in the layer' }));
  await userEvent.clear(state.getByRole('textbox', { name: 'New rows begin with' }));
  await userEvent.click(dialog.getByRole('button', { name: 'All types' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add a type' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Value 3' }), '3');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Words for value 3' }), 'Elm');
  await userEvent.click(dialog.getByRole('button', { name: 'Fields of Elm' }));
  const own = await openField(dialog, 'State');
  await userEvent.type(own.getByRole('textbox', { name: 'New rows begin with' }), 'new');
  await userEvent.click(save());
  await waitFor(() => expect(sent(asked)).toHaveLength(1));
  const [first, , third] = sent(asked)[0].types;
  expect(first).toEqual({
    ...oak,
    domains: { state: { type: 'inherited' } },
    templates: [{ name: 'Oak', prototype: { attributes: { kind: 1 } } }],
  });
  expect(third).toMatchObject({
    id: 3,
    name: 'Elm',
    domains: {},
    templates: [{ name: 'Elm', prototype: { attributes: { kind: 3, state: 'new' } } }],
  });
});

test('a type has several templates, each with a name and values of its own, which are added and taken away', async () => {
  const old = { name: 'Old oak', prototype: { attributes: { kind: 1, state: 'o' } } };
  const { asked } = await open('ada', { ...typed, types: [{ ...oak, domains: {}, templates: [...oak.templates, old] }] });
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', 'Oak', 'OakState iOld oakState o']);
  const dialog = await change();
  await userEvent.click(dialog.getByRole('button', { name: 'Fields of Oak' }));
  const choice = () => dialog.getByRole<HTMLInputElement>('combobox', { name: 'Template' });
  const name = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name of the template' });
  const begin = () => fieldBox(dialog, 'State').getByRole<HTMLInputElement>('textbox', { name: 'New rows begin with' });
  await openField(dialog, 'State');
  expect([choice().value, begin().value]).toEqual(['Oak', 'i']);
  await userEvent.click(choice());
  await userEvent.click(await screen.findByRole('option', { name: 'Old oak' }));
  expect([name().value, begin().value]).toEqual(['Old oak', 'o']);
  await userEvent.clear(begin());
  await userEvent.type(begin(), 'old');
  await userEvent.click(dialog.getByRole('button', { name: 'Add a template' }));
  expect(document.activeElement).toBe(name());
  expect([name().value, begin().value]).toEqual(['Oak 2', '']);
  await userEvent.clear(name());
  await userEvent.type(name(), 'Old oak');
  expect(why()).toBe('Oak has two templates called Old oak: give each a name of its own.');
  await userEvent.clear(name());
  await userEvent.type(name(), 'Young oak');
  await userEvent.type(begin(), 'new');
  await userEvent.click(choice());
  await userEvent.click(await screen.findByRole('option', { name: 'Oak' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Oak' }));
  expect(document.activeElement).toBe(choice());
  await userEvent.click(save());
  await waitFor(() => expect(sent(asked)).toHaveLength(1));
  expect(sent(asked)[0].types[0].templates).toMatchObject([
    { name: 'Old oak', prototype: { attributes: { kind: 1, state: 'old' } } },
    { name: 'Young oak', drawingTool: 'esriFeatureEditToolPoint', prototype: { attributes: { kind: 1, state: 'new' } } },
  ]);
});

test('of two templates one is left, which needs no name beside that of its type', async () => {
  await open('ada');
  const dialog = await change();
  await userEvent.click(dialog.getByRole('button', { name: 'Fields of Oak' }));
  expect(dialog.queryByRole('combobox', { name: 'Template' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a template' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Oak 2' }));
  expect(dialog.queryByRole('combobox', { name: 'Template' })).toBeNull();
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Add a template' }));
});

const guards = (asked: { url: string; body: string }[]) =>
  asked.filter(({ url }) => url.includes('updateDefinition')).map(({ body }) => new URLSearchParams(body).get('ifUnchanged'));

test('types that somebody else changed meanwhile are not written over: what is typed stays, and the latest is loaded', async () => {
  const theirs = { ...typed, types: [oak, { id: 2, name: 'Linden' }], editingInfo: { schemaLastEditDate: 9 } };
  const { asked } = await open('ada', { ...typed, editingInfo: { schemaLastEditDate: 5 } }, [], {
    updateDefinition: ({ body }) =>
      new URLSearchParams(body).get('ifUnchanged') === '9'
        ? { success: true }
        : { error: { code: 409, message: 'The layer was changed by somebody else since it was read.', details: [] } },
    'FeatureServer/3': () => ({ ...about, ...theirs, fields }),
  });
  const dialog = await change();
  const second = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Words for value 2' });
  await userEvent.type(second(), ' tree');
  await userEvent.click(save());
  expect((await dialog.findByRole('alert')).textContent).toContain('Somebody else changed this meanwhile, and your change was not saved.');
  expect(second().value).toBe('Lime tree');
  await userEvent.click(dialog.getByRole('button', { name: 'Load the latest' }));
  expect(second().value).toBe('Linden');
  expect(dialog.queryByRole('alert')).toBeNull();
  // the button is gone, and whoever pressed it goes on in the form
  await waitFor(() => expect(document.activeElement?.closest('form')).toBeTruthy());
  await userEvent.type(second(), ' tree');
  await userEvent.click(save());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(guards(asked)).toEqual(['5', '9']);
  expect(sent(asked)[1].types[1].name).toBe('Linden tree');
});

test('what somebody else changed elsewhere in the layer does not stand in the way', async () => {
  const { asked } = await open('ada', { ...typed, editingInfo: { schemaLastEditDate: 5 } }, [], {
    updateDefinition: ({ body }) =>
      new URLSearchParams(body).get('ifUnchanged') === '9' ? { success: true } : { error: { code: 409, message: 'x', details: [] } },
    'FeatureServer/3': () => ({ ...about, description: 'new words', editingInfo: { schemaLastEditDate: 9 } }),
  });
  const dialog = await change();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Words for value 2' }), ' tree');
  await userEvent.click(save());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(guards(asked)).toEqual(['5', '9']);
});
