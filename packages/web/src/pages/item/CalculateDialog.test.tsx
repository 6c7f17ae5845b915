// Setting a field of many rows: what is asked, what is sent, what is said, and that nothing typed is lost.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { sentence } from '@graticule/geo/sentence';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { CalculateTool } from './CalculateTool.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string, more = {}) => ({ name, type, alias: name, domain: null, defaultValue: null, ...more });
const layer = {
  id: 3,
  name: 'Trees',
  objectIdField: 'fid',
  fields: [
    field('fid', 'esriFieldTypeOID', { editable: false }),
    field('height', 'esriFieldTypeDouble', { alias: 'Height in feet' }),
    field('species', 'esriFieldTypeString', { nullable: false }),
    field('end', 'esriFieldTypeDouble'),
    field('edited', 'esriFieldTypeDate', { editable: false }),
  ],
} as unknown as LayerInfo;

interface Asked {
  url: string;
  body: string;
}
const paramsOf = ({ url, body }: Asked) => new URLSearchParams(body || new URL(url, 'http://x').search);

const rows = [
  { attributes: { fid: 1, height: 10, graticule_made: 3.048 } },
  { attributes: { fid: 2, height: null, graticule_made: null } },
];

async function open(more: Parameters<typeof renderPage>[2] = {}, shown = '1=1', own?: string) {
  const view = await renderPage(
    <CalculateTool itemId="i" service="trees" layer={layer} own={own} shown={shown} />,
    '/x',
    {
      ...more,
      validateSQL: more.validateSQL ?? (() => ({ isValidSQL: true })),
      '/calculate': more['/calculate'] ?? (() => ({ success: true, updatedFeatureCount: 1200 })),
      '/query': (asked) =>
        paramsOf(asked).has('returnCountOnly')
          ? { count: paramsOf(asked).get('where') === '1=1' ? 1200 : 7 }
          : { features: rows, fields: [...layer.fields, field('graticule_made', 'esriFieldTypeDouble')] },
    },
    ['item', 'formats'],
  );
  await userEvent.click(screen.getByRole('button', { name: 'Calculate a field' }));
  await screen.findByRole('dialog', { name: 'Calculate a field' });
  const sent = () => view.asked.filter(({ url }) => url.includes('/calculate')).map(paramsOf);
  return { ...view, sent };
}
const expression = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Expression in SQL/ });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Calculate' });
const pressed = async () => {
  await waitFor(() => expect(submit().disabled).toBe(false));
  await userEvent.click(submit());
};

test('an expression is put together from fields, looked at, shown on the first rows, and sent for all rows', async () => {
  const { sent, asked } = await open();
  const why = () => document.getElementById(submit().getAttribute('aria-describedby') ?? '')?.textContent;
  expect([submit().disabled, why()]).toEqual([true, 'Type an expression first.']);
  await userEvent.type(expression(), '0.3048 * ');
  expect(why()).toBeUndefined();
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Put a field into the expression' })).getByRole('button', { name: 'height' }),
  );
  expect(expression().value).toBe('0.3048 * height');
  expect(document.activeElement).toBe(expression());
  expect(await screen.findByText('1,200 rows are changed. What they hold in Height in feet now is gone for good.')).toBeTruthy();
  // of the first rows: what they hold and what they would get
  const first = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(
    first.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['1', '10', '3.048'],
    ['2', 'no value', 'no value'],
  ]);
  const previews = () => asked.filter(({ url }) => url.includes('/query')).map((one) => paramsOf(one).get('outFields'));
  await waitFor(() => expect(previews()).toContain('fid,height,(0.3048 * height) AS graticule_made'));
  await pressed();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.get('where')).toBe('1=1');
  expect(JSON.parse(sent()[0]?.get('calcExpression') ?? '')).toEqual([{ field: 'height', sqlExpression: '0.3048 * height' }]);
});

test('where people change only what they added, these rows are counted and sent', async () => {
  const { sent } = await open({}, '1=1', "made_by = 'bo'");
  expect(screen.getByText('You change only rows that you added.')).toBeTruthy();
  expect(await screen.findByText(/^7 rows are changed/)).toBeTruthy();
  await userEvent.type(expression(), '1');
  await pressed();
  await waitFor(() => expect(sent()[0]?.get('where')).toBe("made_by = 'bo'"));
});

test('only fields that people set are offered; one whose name means something else is quoted', async () => {
  await open();
  await userEvent.click(screen.getByRole('combobox', { name: 'Field' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Height in feet', 'species', 'end']);
  await userEvent.click(screen.getByRole('button', { name: 'end' }));
  expect(expression().value).toBe('"end"');
});

test('the rows of the filter of the table are taken first; others are chosen by a condition', async () => {
  const { sent } = await open({}, "species = 'oak'");
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'The rows that the table shows' }).checked).toBe(true);
  expect(await screen.findByText(/^7 rows are changed/)).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Only rows where' }));
  await userEvent.type(expression(), '1');
  expect(submit().disabled).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: 'Condition in SQL' }), 'height > 3');
  await pressed();
  await waitFor(() => expect(sent().map((params) => params.get('where'))).toEqual(['height > 3']));
});

test('one value is set as the type of the field says; nothing typed is no value where the field may have none', async () => {
  const { sent } = await open({ '/calculate': () => ({ error: { code: 500, message: 'The disk is full.', details: [] } }) });
  await userEvent.click(screen.getByRole('radio', { name: 'One value for all' }));
  expect(screen.getByText('Left empty, the rows have no value in this field.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Height in feet' }), 'tall');
  expect(submit().disabled).toBe(true);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Height in feet' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Height in feet' }), '2.5');
  await pressed();
  // the failure is said, and what was typed is still there
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Height in feet' }).value).toBe('2.5');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Height in feet' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await pressed();
  await waitFor(() => expect(sent()).toHaveLength(2));
  const values = sent().map((params) => JSON.parse(params.get('calcExpression') ?? '')[0]);
  expect(values).toEqual([
    { field: 'height', value: 2.5 },
    { field: 'height', value: null },
  ]);
});

test('an expression that the portal cannot read is said beside it and not sent', async () => {
  const reasons = [sentence('expression-wrong', { why: sentence('where-ends') })];
  const validateSQL = () => ({ isValidSQL: false, validationErrors: [{ errorCode: 3008, description: 'In English.', reasons }] });
  const { sent } = await open({ validateSQL });
  await userEvent.type(expression(), 'height *');
  expect(await screen.findByText(/^This expression cannot be used: it ends too early\. Write it in standard SQL/)).toBeTruthy();
  expect(expression().getAttribute('aria-invalid')).toBe('true');
  await pressed();
  await waitFor(() => expect(submit().disabled).toBe(false));
  expect(sent()).toEqual([]);
  expect(screen.queryByRole('table')).toBeNull();
});

test('what the portal refuses of the expression is said beside it until it is changed, and what is wrong with a condition beside that', async () => {
  const details = ["'calcExpression' parameter is invalid: it gives a value that the field cannot hold"];
  const refusal = { code: 400, message: 'Invalid.', details, reasons: [sentence('expression-unfit')] };
  await open({ '/calculate': () => ({ error: refusal }) });
  await userEvent.type(expression(), 'height');
  await pressed();
  const said =
    'The expression gives a value that the field cannot hold: it is too long, or missing where one is needed. Shorten it, or give a value where one is needed.';
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(expression().value).toBe('height');
  await userEvent.type(expression(), ' + 1');
  expect(screen.queryByText(said)).toBeNull();
});
