// Making a view of a layer.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { sentence } from '@graticule/geo/sentence';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { RowFilter } from '../features/where-clause.ts';
import { renderPage } from '../testing/render-page.tsx';
import { ViewDialog } from './ViewDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type = 'esriFieldTypeString') => ({ name, type, alias: name, domain: null });
const layer = {
  id: 0,
  name: 'Towns',
  type: 'Feature Layer',
  fields: [field('fid', 'esriFieldTypeOID'), field('town'), field('secret')],
} as unknown as LayerInfo;
const item = { id: 'i', owner: 'ada', title: 'Towns' } as Item;

const open = (answers: Parameters<typeof renderPage>[2], filter?: RowFilter) =>
  renderPage(<ViewDialog item={item} service="towns" layers={[layer]} filter={filter} onClose={() => {}} />, '/x', answers, ['item']);
const sent = (asked: { url: string; body: string }[], name: string) =>
  new URLSearchParams(asked.find(({ url }) => url.includes(name))?.body);

test('a view of some rows and some fields is made, and its page opens', async () => {
  const { asked, location } = await open({
    createService: () => ({ success: true, name: 'View_of_Towns_x', itemId: 'v' }),
    addToDefinition: () => ({ success: true }),
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'SQL' }));
  await userEvent.type(screen.getByLabelText('Condition in SQL'), 'people > 10');
  await userEvent.click(screen.getByRole('checkbox', { name: 'secret' }));
  await userEvent.click(screen.getByRole('button', { name: 'Make the view' }));
  await waitFor(() => expect(location().search).toBe('?id=v'));
  expect(sent(asked, 'createService').get('isView')).toBe('true');
  const { layers } = JSON.parse(sent(asked, 'addToDefinition').get('addToDefinition') ?? '');
  expect(layers[0].viewDefinitionQuery).toBe('people > 10');
  expect(layers[0].adminLayerInfo.viewLayerDefinition).toMatchObject({ sourceServiceName: 'towns', sourceLayerFields: 'town' });
});

test('a condition that is refused is told, and the empty service is taken away again', async () => {
  const { asked } = await open({
    createService: () => ({ success: true, name: 'View_of_Towns_x', itemId: 'v' }),
    addToDefinition: () => ({ error: { code: 400, message: 'There is no field peple.', details: [] } }),
    '/items/v/delete': () => ({ success: true, itemId: 'v' }),
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'SQL' }));
  await userEvent.type(screen.getByLabelText('Condition in SQL'), 'peple > 10');
  await userEvent.click(screen.getByRole('button', { name: 'Make the view' }));
  expect((await screen.findByRole('alert')).textContent).toBe('There is no field peple.');
  expect(sent(asked, '/items/v/delete').get('permanentDelete')).toBe('true');
});

test('what is wrong with the condition is said below it', async () => {
  const reason = sentence('where-wrong', { why: sentence('where-ends') });
  await open({
    createService: () => ({ success: true, name: 'View_of_Towns_x', itemId: 'v' }),
    addToDefinition: () => ({
      error: { code: 400, message: "'viewDefinitionQuery' cannot be used.", details: [], reasons: [reason] },
    }),
    '/items/v/delete': () => ({ success: true, itemId: 'v' }),
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'SQL' }));
  const condition = screen.getByLabelText('Condition in SQL');
  await userEvent.type(condition, 'people >');
  await userEvent.click(screen.getByRole('button', { name: 'Make the view' }));
  await waitFor(() => expect(condition.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('This condition cannot be used: the expression ends too early.')).toBeDefined();
});

test('a view needs a name and a field', async () => {
  await open({});
  const submit = () => screen.getByRole('button', { name: 'Make the view' }) as HTMLButtonElement;
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('View of Towns');
  await userEvent.click(screen.getByRole('checkbox', { name: 'town' }));
  expect(submit().disabled).toBe(false);
  await userEvent.click(screen.getByRole('checkbox', { name: 'secret' }));
  expect(submit().disabled).toBe(true);
});

const MADE = {
  createService: () => ({ success: true, name: 'View_of_Towns_x', itemId: 'v' }),
  addToDefinition: () => ({ success: true }),
};
const clauseOf = (asked: { url: string; body: string }[]) =>
  JSON.parse(sent(asked, 'addToDefinition').get('addToDefinition') ?? '').layers[0].viewDefinitionQuery;

test('rows are chosen with conditions, which are counted and are there as SQL', async () => {
  const counts: (string | null)[] = [];
  const { asked, location } = await open({
    ...MADE,
    '/query': ({ url }) => {
      counts.push(new URL(url, 'http://x').searchParams.get('where'));
      return { count: 7 };
    },
  });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Field' }));
  await userEvent.click(await screen.findByRole('option', { name: 'town', hidden: true }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Value' }), "O'H");
  const clause = "UPPER(town) LIKE UPPER('%O''H%') ESCAPE '!'";
  await waitFor(() => expect(counts).toContain(clause));
  expect(await screen.findByText('The view shows 7 rows.')).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'SQL' }));
  expect(screen.getByLabelText<HTMLInputElement>('Condition in SQL').value).toBe(clause);
  await userEvent.click(screen.getByRole('radio', { name: 'Conditions' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Value' }).value).toBe("O'H");
  await userEvent.click(screen.getByRole('button', { name: 'Make the view' }));
  await waitFor(() => expect(location().search).toBe('?id=v'));
  expect(clauseOf(asked)).toBe(clause);
});

test('the filter of the table is taken over; a value that does not fit its field is told before anything is made', async () => {
  const { asked } = await open(
    { ...MADE, '/query': () => ({ count: 7 }) },
    {
      joined: 'or',
      conditions: [
        { field: 'town', condition: 'is', value: 'Aa' },
        { field: 'fid', condition: 'less', value: '9' },
      ],
    },
  );
  const value = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Value 2' });
  await userEvent.type(value, 'x');
  expect(await screen.findByText('Finish the condition: its value does not fit the field yet.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make the view' }).disabled).toBe(true);
  await userEvent.type(value, '{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Make the view' }));
  await waitFor(() => expect(clauseOf(asked)).toBe("(town = 'Aa') OR (fid < 9)"));
});

test('what is wrong with SQL is said while it is typed', async () => {
  const reason = sentence('where-wrong', { why: sentence('where-ends') });
  await open({ '/query': () => ({ error: { code: 400, message: 'Wrong.', details: [], reasons: [reason] } }) });
  await userEvent.click(await screen.findByRole('radio', { name: 'SQL' }));
  await userEvent.type(screen.getByLabelText('Condition in SQL'), 'people >');
  expect(await screen.findByText('This condition cannot be used: the expression ends too early.')).toBeDefined();
});
