// Making a view of a layer.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { sentence } from '@graticule/geo/sentence';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
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
  expect(screen.getByText(/^This condition cannot be used: the expression ends too early\. Write it in standard SQL/)).toBeDefined();
});

test('a view needs a name and a field, and says so', async () => {
  await open({});
  const submit = () => screen.getByRole('button', { name: 'Make the view' }) as HTMLButtonElement;
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('View of Towns');
  await userEvent.click(screen.getByRole('checkbox', { name: 'town' }));
  expect(submit().disabled).toBe(false);
  await userEvent.click(screen.getByRole('checkbox', { name: 'secret' }));
  expect(submit().disabled).toBe(true);
  const why = () => document.getElementById(submit().getAttribute('aria-describedby') ?? '')?.textContent;
  expect(why()).toBe('Every layer needs at least one field.');
  await userEvent.click(screen.getByRole('checkbox', { name: 'secret' }));
  expect(submit().disabled).toBe(false);
  await userEvent.clear(screen.getByLabelText('Title'));
  expect(submit().disabled).toBe(true);
  expect(why()).toBe('Give the view a title.');
});

test('an area is drawn or typed before the view is made', async () => {
  await open({});
  await userEvent.click(await screen.findByRole('switch', { name: /Only rows in an area/ }));
  const submit = screen.getByRole('button', { name: 'Make the view' }) as HTMLButtonElement;
  expect(submit.disabled).toBe(true);
  expect(screen.getByText('Draw the box of the area, or type its four edges.').id).toBe(submit.getAttribute('aria-describedby'));
  for (const [edge, degrees] of Object.entries({ West: '9', South: '49', East: '10', North: '51' }))
    await userEvent.type(screen.getByLabelText(edge), degrees);
  expect(submit.disabled).toBe(false);
  expect(screen.queryByText('Draw the box of the area, or type its four edges.')).toBeNull();
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
  // once, and beside the button that waits for it
  expect(await screen.findAllByText(/^Finish the condition/)).toHaveLength(1);
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
  expect(await screen.findByText(/^This condition cannot be used: the expression ends too early\. Write it in standard SQL/)).toBeDefined();
});

const ferries = { id: 1, name: 'Ferries', type: 'Feature Layer', fields: [field('fid', 'esriFieldTypeOID'), field('line')] };
const notes = { id: 2, name: 'Notes', type: 'Table', fields: [field('fid', 'esriFieldTypeOID'), field('text')] };
const openMany = (answers: Parameters<typeof renderPage>[2]) =>
  renderPage(
    <ViewDialog item={item} service="towns" layers={[layer, ferries, notes] as unknown as LayerInfo[]} onClose={() => {}} />,
    '/x',
    answers,
    ['item'],
  );
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Make the view' });
const added = (asked: { url: string; body: string }[]) => JSON.parse(sent(asked, 'addToDefinition').get('addToDefinition') ?? 'null');

test('a view shows several layers and tables, each with its own rows and fields', async () => {
  const { asked, location } = await openMany(MADE);
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Towns' })).checked).toBe(true);
  await userEvent.click(box('Towns'));
  expect(submit().disabled).toBe(true);
  await userEvent.click(box('Ferries'));
  await userEvent.click(box('Notes'));
  const parts = screen.getAllByRole('group', { name: 'Only rows where', hidden: true });
  expect(parts).toHaveLength(2);
  const [ofFerries, ofNotes] = parts.map((part) => within(part));
  await userEvent.click(ofFerries?.getByRole('radio', { name: 'SQL', hidden: true }) as HTMLElement);
  await userEvent.type(ofFerries?.getByLabelText('Condition in SQL') as HTMLElement, "line = 'A'");
  await userEvent.click(ofNotes?.getByRole('radio', { name: 'SQL', hidden: true }) as HTMLElement);
  await userEvent.click(submit());
  await waitFor(() => expect(location().search).toBe('?id=v'));
  const from = (sourceLayerId: number) => ({
    viewLayerDefinition: { sourceServiceName: 'towns', sourceLayerId, sourceLayerFields: '*' },
  });
  expect(added(asked)).toEqual({
    layers: [{ name: 'Ferries', adminLayerInfo: from(1), viewDefinitionQuery: "line = 'A'" }],
    tables: [{ name: 'Notes', adminLayerInfo: from(2) }],
  });
});

test('an area is typed: its rows are counted, and layers that have places get it', async () => {
  const counted: URLSearchParams[] = [];
  const { asked } = await openMany({
    ...MADE,
    '/query': ({ url }) => {
      counted.push(new URL(url, 'http://x').searchParams);
      return { count: 3 };
    },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Notes' }));
  await userEvent.click(screen.getByRole('switch', { name: /Only rows in an area/ }));
  expect(submit().disabled).toBe(true);
  for (const [edge, degrees] of Object.entries({ West: '6', South: '45', East: '10', North: '48' }))
    await userEvent.type(screen.getByLabelText(edge), degrees);
  expect(submit().disabled).toBe(false);
  const geometry = { xmin: 6, ymin: 45, xmax: 10, ymax: 48, spatialReference: { wkid: 4326 } };
  await waitFor(() => expect(counted.map((each) => each.get('geometry'))).toContain(JSON.stringify(geometry)));
  await userEvent.click(submit());
  await waitFor(() => expect(added(asked)).not.toBeNull());
  const { layers, tables } = added(asked);
  expect(layers[0].adminLayerInfo.viewLayerDefinition.filter).toEqual({
    operator: 'esriSpatialRelIntersects',
    value: { geometryType: 'esriGeometryEnvelope', geometry },
  });
  expect(tables[0].adminLayerInfo.viewLayerDefinition).not.toHaveProperty('filter');
});

test('a view of tables alone has no area', async () => {
  await openMany({});
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Towns' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Notes' }));
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a condition that is not finished is told beside the button with its layer, which may be folded', async () => {
  await openMany({ '/query': () => ({ count: 3 }) });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Field' }));
  await userEvent.click(await screen.findByRole('option', { name: 'fid', hidden: true }));
  const value = screen.getByRole('textbox', { name: 'Value' });
  await userEvent.type(value, 'x');
  expect(submit().disabled).toBe(true);
  const why = () => document.getElementById(submit().getAttribute('aria-describedby') ?? '')?.textContent;
  expect(why()).toBe('Finish the condition of Towns: its value does not fit the field yet.');
  expect(screen.getAllByText(/^Finish the condition/)).toHaveLength(1);
  await userEvent.type(value, '{Backspace}7');
  expect([submit().disabled, why()]).toEqual([false, undefined]);
});
