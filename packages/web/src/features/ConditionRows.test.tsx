// Conditions on rows while they are put together: what counts, what goes, and where the focus is then.
import type { FieldType, WireField } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { ConditionRows } from './ConditionRows.tsx';
import type { ShownField } from './field-kinds.ts';
import { useConditions } from './use-conditions.ts';
import { type RowFilter, whereClause } from './where-clause.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const field = (name: string, type: FieldType): WireField => ({ name, type, alias: name, sqlType: '', domain: null, defaultValue: null });
const fields: ShownField[] = [
  field('town', 'esriFieldTypeString'),
  field('people', 'esriFieldTypeInteger'),
  field('opened', 'esriFieldTypeDate'),
  { ...field('seen', 'esriFieldTypeDate'), holdsTimes: true },
];

function Page({ initial }: { initial: RowFilter }) {
  const conditions = useConditions(fields, initial);
  return (
    <>
      <ConditionRows fields={fields} conditions={conditions} onEmpty={conditions.clear} />
      <button type="button" onClick={conditions.showFaults}>
        Check
      </button>
      <output>{whereClause(conditions.filter, fields)}</output>
    </>
  );
}

const open = (...conditions: RowFilter['conditions']) => renderPage(<Page initial={{ joined: 'or', conditions }} />, '/x', {}, ['item']);
const town = { field: 'town', condition: 'contains', value: 'Aa' } as const;
const people = { field: 'people', condition: 'is', value: '5' } as const;
const box = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const cross = (number: number) => screen.getByRole('button', { name: `Remove condition ${number}` });

test('choosing the only field again keeps its condition; its cross takes it away', async () => {
  await open(town);
  await userEvent.click(box('Field'));
  await userEvent.click(await screen.findByRole('option', { name: 'town', hidden: true }));
  expect([box('Field').value, screen.getByRole<HTMLInputElement>('textbox', { name: 'Value' }).value]).toEqual(['town', 'Aa']);
  await userEvent.click(cross(1));
  expect(box('Field').value).toBe('');
  expect(screen.getByRole('status').textContent).toBe('1=1');
  await waitFor(() => expect(document.activeElement).toBe(box('Field')));
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
});

test('when a condition goes, the focus is on the cross of the next one, or of the one before', async () => {
  await open(town, people, { ...people, value: '7' });
  await userEvent.click(cross(2));
  expect(screen.getByRole('status').textContent).toBe("(UPPER(town) LIKE UPPER('%Aa%') ESCAPE '!') OR (people = 7)");
  await waitFor(() => expect(document.activeElement).toBe(cross(2)));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(cross(1)));
  expect(screen.getByRole('status').textContent).toBe("UPPER(town) LIKE UPPER('%Aa%') ESCAPE '!'");
});

test('a condition says whether its field holds times of day, and forgets it with the field', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  await open({ field: 'seen', condition: 'is', value: '2024-02-29' });
  const clause = () => screen.getByRole('status').textContent;
  expect(clause()).toBe("(seen >= TIMESTAMP '2024-02-29 05:00:00' AND seen < TIMESTAMP '2024-03-01 05:00:00')");
  cleanup();
  // it was written where the rows were known
  await open({ field: 'opened', condition: 'above', value: '2024-02-29', isTimed: true });
  expect(clause()).toBe("opened >= TIMESTAMP '2024-02-29 05:00:00'");
  await userEvent.click(box('Field'));
  await userEvent.click(await screen.findByRole('option', { name: 'seen', hidden: true }));
  await userEvent.click(box('Field'));
  await userEvent.click(await screen.findByRole('option', { name: 'opened', hidden: true }));
  await userEvent.type(screen.getByLabelText('Value'), '2024-02-29');
  expect(clause()).toContain("opened = TIMESTAMP '2024-02-29 00:00:00'");
});

test('a text for which nothing was typed yet leaves the other conditions as they are', async () => {
  await open({ ...town, value: '' }, people);
  expect(screen.getByRole('status').textContent).toBe('people = 5');
  await userEvent.type(screen.getByRole('textbox', { name: 'Value' }), 'B');
  expect(screen.getByRole('status').textContent).toContain("LIKE UPPER('%B%')");
});

test('thousands that are typed count as such, in ranges too; what could be another number is not taken', async () => {
  await open({ field: 'people', condition: 'between', value: '', until: '' });
  await userEvent.type(screen.getByRole('textbox', { name: 'Value' }), '1,500');
  await userEvent.type(screen.getByRole('textbox', { name: 'Up to' }), '12,5');
  expect(screen.getByRole('status').textContent).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(screen.getByText('Write 125 or 12.5.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Up to' }), '00');
  expect(screen.getByRole('status').textContent).toBe('(people >= 1500 AND people <= 12500)');
});
