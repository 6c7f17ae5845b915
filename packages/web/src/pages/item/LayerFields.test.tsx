// The fields of a layer on its page.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { LayerFields } from './LayerFields.tsx';
import { useFewFields } from './use-few-fields.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layer = {
  id: 3,
  capabilities: 'Query',
  fields: [
    { name: 'fid', alias: 'fid', type: 'esriFieldTypeOID', domain: null },
    { name: 'lanes', alias: 'lanes', type: 'esriFieldTypeInteger', domain: { type: 'range', name: 'lanes', range: [1, 8] } },
    {
      name: 'state',
      alias: 'Condition',
      type: 'esriFieldTypeString',
      domain: { type: 'codedValue', name: 'state', codedValues: [{ code: 'g', name: 'good' }] },
    },
  ],
} as unknown as LayerInfo;

async function open(username: string, typeKeywords: string[] = [], shown = layer, answers: Answers = {}) {
  const item = { id: 'i', owner: 'ada', typeKeywords } as unknown as Item;
  const view = await renderPage(
    <SessionGate>
      <LayerFields item={item} service="roads" layer={shown} />
    </SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o', user: { username, privileges: [] } }),
      updateDefinition: () => ({ success: true }),
      addToDefinition: () => ({ success: true }),
      deleteFromDefinition: () => ({ success: true }),
      ...answers,
    },
    ['item'],
  );
  await screen.findByText('lanes', { selector: 'td:first-child *' });
  return view;
}

test('the values that fields may have stand beside them', async () => {
  await open('bob');
  expect(screen.getByText('1 to 8')).toBeTruthy();
  expect(screen.queryByText('good')).toBeNull();
  await userEvent.click(screen.getByText('1 value'));
  expect((await screen.findByText('good')).closest('li')?.textContent).toBe('good g');
  expect(screen.getByText('Condition')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the fields are a table to those who hear it, however it is drawn on a phone', async () => {
  const { container } = await open('ada');
  const rolesOf = (tag: string) => [...new Set([...container.querySelectorAll(tag)].map((each) => each.getAttribute('role')))];
  expect(['table', 'thead', 'tbody', 'tr', 'th', 'td'].map(rolesOf)).toEqual([
    ['table'],
    ['rowgroup'],
    ['rowgroup'],
    ['row'],
    ['columnheader'],
    ['cell'],
  ]);
});

test('who may change rows but not the layer calculates its fields, those of a view too, and does nothing else with them', async () => {
  await open('ada', ['View Service'], { ...layer, capabilities: 'Query,Update' });
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Calculate the values of lanes',
    'Calculate the values of state',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Calculate the values of state' }));
  const select = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Field' });
  expect(select.value).toBe('Condition');
});

test('the owner gives a field other words in place', async () => {
  const { asked } = await open('ada');
  await userEvent.click(screen.getByRole('button', { name: 'lanes. Change the words shown for lanes' }));
  const box = screen.getByRole('textbox', { name: 'Change the words shown for lanes' });
  await userEvent.clear(box);
  await userEvent.type(box, 'Number of lanes{Enter}');
  // whoever works with keys goes on where the words stand
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Change the words shown for lanes$/);
  await waitFor(() => expect(asked.some(({ url }) => url.includes('updateDefinition'))).toBe(true));
  const sent = asked.find(({ url }) => url.includes('updateDefinition'));
  expect(sent?.url).toContain('/roads/FeatureServer/3/');
  expect(JSON.parse(new URLSearchParams(sent?.body).get('updateDefinition') ?? '')).toEqual({
    fields: [{ name: 'lanes', alias: 'Number of lanes' }],
  });
});

test('descriptions of fields are told to all, and written by the owner; what else a client keeps in them stays', async () => {
  const kept = JSON.stringify({ value: 'How good it is.', fieldValueType: 'nameOrTitle' });
  const described = { ...layer, fields: layer.fields.map((field) => (field.name === 'state' ? { ...field, description: kept } : field)) };
  await open('bob', [], described);
  expect(screen.getByText('How good it is.').closest('tr')?.textContent).toContain('Condition');
  cleanup();
  const { asked } = await open('ada', [], described);
  await userEvent.click(screen.getByRole('button', { name: 'How good it is. Describe state' }));
  const box = screen.getByRole('textbox', { name: 'Describe state' });
  await userEvent.clear(box);
  await userEvent.type(box, 'Told by the keeper.{Enter}');
  await waitFor(() => expect(sentAs(asked, 'updateDefinition')).not.toBeNull());
  expect(sentAs(asked, 'updateDefinition').fields).toEqual([
    { name: 'state', description: JSON.stringify({ value: 'Told by the keeper.', fieldValueType: 'nameOrTitle' }) },
  ]);
  expect(screen.getByRole('button', { name: 'Describe lanes' })).toBeTruthy();
});

test('Escape and an empty box change nothing, and fields of views are not renamed here', async () => {
  const { asked } = await open('ada');
  await userEvent.click(screen.getByRole('button', { name: /shown for lanes$/ }));
  await userEvent.keyboard('x{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /shown for lanes$/ }));
  await userEvent.click(screen.getByRole('button', { name: /shown for lanes$/ }));
  await userEvent.clear(screen.getByRole('textbox'));
  await userEvent.keyboard('{Enter}');
  expect(asked.some(({ url }) => url.includes('updateDefinition'))).toBe(false);
  cleanup();
  await open('ada', ['View Service']);
  expect(screen.queryByRole('button', { name: /^(?!Calculate)/ })).toBeNull();
});

const sentAs = (asked: { url: string; body: string }[], name: string) => {
  const sent = asked.find(({ url }) => url.endsWith(name));
  return JSON.parse(new URLSearchParams(sent?.body).get(name) ?? 'null');
};

test('the owner adds a field; its name follows its words until it is typed, and is not one that is there', async () => {
  const { asked } = await open('ada');
  await userEvent.click(screen.getByRole('button', { name: 'Add a field' }));
  const submit = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Add a field' }).at(-1) as HTMLButtonElement;
  const words = await screen.findByLabelText('Shown as');
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Field' });
  await userEvent.type(words, 'Lanes');
  expect(await screen.findByText('The layer has a field of this name.')).toBeTruthy();
  expect(submit().disabled).toBe(true);
  await userEvent.type(words, ' à gauche');
  expect(name.value).toBe('Lanes_a_gauche');
  await userEvent.type(words, '2024 ', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect([name.value, submit().disabled]).toEqual(['Lanes_a_gauche', false]);
  await userEvent.clear(words);
  await userEvent.type(words, 'Lanes à gauche');
  await userEvent.clear(name);
  await userEvent.type(name, '1st');
  expect(submit().disabled).toBe(true);
  await userEvent.clear(name);
  await userEvent.type(name, 'left');
  await userEvent.click(submit());
  await waitFor(() =>
    expect(sentAs(asked, 'addToDefinition')).toEqual({
      fields: [{ name: 'left', type: 'esriFieldTypeString', alias: 'Lanes à gauche', length: 256 }],
    }),
  );
});

test('a field is of any type that layers take, and has a value for new rows that fits it', async () => {
  const { asked } = await open('ada');
  await userEvent.click(screen.getByRole('button', { name: 'Add a field' }));
  const submit = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Add a field' }).at(-1) as HTMLButtonElement;
  await userEvent.type(await screen.findByLabelText('Shown as'), 'Visits');
  await userEvent.click(screen.getByRole('combobox', { name: 'Type' }));
  expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(12);
  await userEvent.click(screen.getByRole('option', { name: /^Small whole number/, hidden: true }));
  expect(screen.queryByLabelText('Longest text')).toBeNull();
  const value = screen.getByRole('textbox', { name: 'Default value (optional)' });
  await userEvent.type(value, '1.5');
  expect(screen.getByText('Type a whole number.')).toBeTruthy();
  expect(submit().disabled).toBe(true);
  await userEvent.clear(value);
  await userEvent.type(value, '0');
  await userEvent.click(submit());
  await waitFor(() =>
    expect(sentAs(asked, 'addToDefinition')).toEqual({
      fields: [{ name: 'Visits', type: 'esriFieldTypeSmallInteger', alias: 'Visits', defaultValue: 0 }],
    }),
  );
});

test('a field that cannot be added yet says why', async () => {
  await open('ada');
  await userEvent.click(screen.getByRole('button', { name: 'Add a field' }));
  const submit = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Add a field' }).at(-1) as HTMLButtonElement;
  const said = () => document.getElementById(submit().getAttribute('aria-describedby') ?? '')?.textContent;
  await screen.findByLabelText('Shown as');
  expect([submit().disabled, said()]).toEqual([true, 'A field needs a name.']);
  await userEvent.type(screen.getByLabelText('Shown as'), 'Visits');
  expect([submit().disabled, said()]).toEqual([false, undefined]);
  await userEvent.clear(screen.getByLabelText('Longest text'));
  expect([submit().disabled, said()]).toEqual([true, 'A field of texts needs the length of the longest, from 1 on.']);
});

test('the owner says which values a field may have', async () => {
  const { asked } = await open('ada');
  await userEvent.click(screen.getByRole('button', { name: 'Which values state may have' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Value 1')).value).toBe('g');
  await userEvent.click(screen.getByRole('button', { name: 'Add a value' }));
  const code = screen.getByLabelText('Value 2');
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await userEvent.type(code, 'g');
  expect(screen.getByText('Type at least one value, and each once only.')).toBeTruthy();
  expect(save().disabled).toBe(true);
  await userEvent.clear(code);
  await userEvent.type(code, 'b');
  await userEvent.type(screen.getByLabelText('Words for value 2'), 'bad');
  await userEvent.click(save());
  await waitFor(() =>
    expect(sentAs(asked, 'updateDefinition').fields).toEqual([
      {
        name: 'state',
        domain: {
          type: 'codedValue',
          name: 'state',
          codedValues: [
            { code: 'g', name: 'good' },
            { code: 'b', name: 'bad' },
          ],
        },
      },
    ]),
  );
});

test('a number gets a range, whose ends are in order, or any value again', async () => {
  const { asked } = await open('ada');
  await userEvent.click(screen.getByRole('button', { name: 'Which values lanes may have' }));
  const least = await screen.findByLabelText<HTMLInputElement>('Least');
  expect([least.value, screen.getByLabelText<HTMLInputElement>('Greatest').value]).toEqual(['1', '8']);
  await userEvent.type(least, '0');
  expect(screen.getByText('Type two numbers, the smaller one first.')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Any' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sentAs(asked, 'updateDefinition').fields).toEqual([{ name: 'lanes', domain: null }]));
});

test('a field is deleted after a question; the identifiers stay', async () => {
  const { asked } = await open('ada');
  expect(screen.queryByRole('button', { name: 'Delete the field fid' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Delete the field lanes' }));
  expect(await screen.findByText(/gone for good/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sentAs(asked, 'deleteFromDefinition')).toEqual({ fields: [{ name: 'lanes' }] }));
});

test('words of a field that somebody else changed meanwhile are not written over: what was typed stays until it is saved on purpose', async () => {
  const dated = (alias: string, schemaLastEditDate: number) => ({
    ...layer,
    fields: layer.fields.map((field) => (field.name === 'state' ? { ...field, alias } : field)),
    editingInfo: { schemaLastEditDate },
  });
  const { asked } = await open('ada', [], dated('Condition', 5) as unknown as LayerInfo, {
    updateDefinition: ({ body }) =>
      new URLSearchParams(body).get('ifUnchanged') === '9' ? { success: true } : { error: { code: 409, message: 'x', details: [] } },
    'FeatureServer/3': () => dated('Health', 9),
  });
  const sent = () => asked.filter(({ url }) => url.includes('updateDefinition'));
  await userEvent.click(screen.getByRole('button', { name: /^Condition\./ }));
  const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: /state/ });
  await userEvent.clear(box());
  await userEvent.type(box(), 'State of health{Enter}');
  expect(await screen.findByRole('button', { name: 'Save mine' })).toBeTruthy();
  // what the other person wrote stands beside it
  expect(screen.getByRole('alert').textContent).toContain('Somebody else changed this meanwhile.');
  expect(screen.getByRole('definition').textContent).toBe('Health');
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('State of health');
  expect(sent()).toHaveLength(1);
  await userEvent.click(document.body);
  expect([box().value, sent().length]).toEqual(['State of health', 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Keep theirs' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Condition\./ }));
  expect(sent()).toHaveLength(1);

  await userEvent.click(screen.getByRole('button', { name: /^Condition\./ }));
  await userEvent.type(box(), '!{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(sent()).toHaveLength(3));
  // over what was shown
  const { ifUnchanged, updateDefinition } = Object.fromEntries(new URLSearchParams(sent().at(-1)?.body));
  expect([ifUnchanged, JSON.parse(updateDefinition ?? '')]).toEqual(['9', { fields: [{ name: 'state', alias: 'Condition!' }] }]);
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
});

const wide = {
  ...layer,
  fields: [
    ...layer.fields,
    ...Array.from({ length: 147 }, (_, i) => ({
      name: `col_${i}`,
      alias: i === 120 ? 'Pavement' : `col_${i}`,
      type: 'esriFieldTypeString',
      domain: null,
    })),
  ],
} as unknown as LayerInfo;

test('of very many fields the first are shown, the others by their words or all at once, and the reading goes on there', async () => {
  await open('bob', [], wide);
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')?.textContent);
  expect(names()).toHaveLength(20);
  const box = screen.getByRole('searchbox', { name: 'Find a field' });
  await userEvent.type(box, 'pave');
  expect(names()).toEqual(['col_120']);
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  await userEvent.clear(box);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 150 fields' }));
  expect(names()).toHaveLength(150);
  expect(document.activeElement?.textContent).toBe('col_17');
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

test('a field that was added to very many is in sight', async () => {
  const { rerender } = render(<Few fields={wide.fields} />);
  expect(screen.getByText(/^\d/).textContent).toBe('20 cut');
  rerender(<Few fields={[...wide.fields, { ...wide.fields[0], name: 'brand_new' } as LayerInfo['fields'][number]]} />);
  expect(screen.getByText(/^\d/).textContent).toBe('21 cut brand_new');
});

test('a few more fields than that are shown without a question', async () => {
  await open('bob', [], { ...wide, fields: wide.fields.slice(0, 26) });
  expect(screen.getAllByRole('row')).toHaveLength(27);
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

test('a field more at the edge of bearable hides no others; one less does not show them all', async () => {
  const { rerender } = render(<Few fields={wide.fields.slice(0, 26)} />);
  rerender(<Few fields={wide.fields.slice(0, 27)} />);
  expect(screen.getByText(/^\d/).textContent).toBe('27');
  cleanup();
  render(<Few key="other" fields={wide.fields.slice(0, 27)} />).rerender(<Few key="other" fields={wide.fields.slice(0, 26)} />);
  expect(screen.getByText(/^\d/).textContent).toBe('20 cut');
});

test('what was refused stays in sight whatever field is looked for, until it is mended and another is looked for', async () => {
  let isRefused = true;
  await open('ada', [], wide, {
    updateDefinition: () => (isRefused ? { error: { code: 400, message: 'Not these words.', details: [] } } : { success: true }),
  });
  const box = () => screen.queryByRole<HTMLInputElement>('textbox', { name: /state/ });
  const finder = screen.getByRole('searchbox', { name: 'Find a field' });
  const shown = () => screen.getAllByRole('cell').flatMap(({ dataset }) => dataset.field ?? []);
  await userEvent.click(screen.getByRole('button', { name: /^Condition\./ }));
  await userEvent.type(box() as HTMLElement, ' of trees');
  // leaving the box saves; it is refused while the field is out of sight
  await userEvent.type(finder, 'pave');
  await screen.findByRole('button', { name: 'Save' });
  expect(shown()).toEqual(['state', 'col_120']);
  expect(box()?.value).toBe('Condition of trees');
  await userEvent.clear(finder);
  await userEvent.type(finder, 'nothing of this kind');
  expect(shown()).toEqual(['state']);
  isRefused = false;
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(box()).toBeNull());
  expect(shown()).toEqual(['state']);
  await userEvent.clear(finder);
  await userEvent.type(finder, 'pave');
  expect(shown()).toEqual(['col_120']);
});

test('of very many fields that are found the first are shown, and the button says so; a field that is added ends the search', async () => {
  await open('ada', [], wide);
  const finder = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find a field' });
  await userEvent.type(finder, 'col_');
  expect(screen.getByRole('button', { name: 'Show all 147 found' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add a field' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Field' }), 'brand_new');
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a field' }).at(-1) as HTMLElement);
  await waitFor(() => expect(finder.value).toBe(''));
});

function Few({ fields }: { fields: LayerInfo['fields'] }) {
  const { drawn, isCut } = useFewFields(fields);
  const shown = drawn.filter(({ isHidden }) => !isHidden).map(({ field }) => field);
  return <p>{[shown.length, isCut ? 'cut' : '', shown.some(({ name }) => name === 'brand_new') ? 'brand_new' : ''].join(' ').trim()}</p>;
}
