// Adding rows to a layer and deleting the chosen ones.
import { told } from '@graticule/contract/refusals/refusal';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { changeLanguage } from '../../language/language-store.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { refusals } from './delete-rows.ts';
import { RowsBar } from './RowsBar.tsx';

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await changeLanguage('en', { remember: false });
});

const field = (name: string, type: string) => ({ name, type, alias: name, domain: null });
const layer = {
  id: 0,
  geometryType: 'esriGeometryPoint',
  capabilities: 'Query',
  fields: [
    field('fid', 'esriFieldTypeOID'),
    field('town', 'esriFieldTypeString'),
    field('people', 'esriFieldTypeInteger'),
    field('founded', 'esriFieldTypeDate'),
  ],
} as unknown as LayerInfo;

const ALL = { create: true, remove: true };

interface BarProps {
  rights: typeof ALL;
  chosen: readonly number[];
  onGone: (ids: readonly number[]) => void;
}

/** As in the table: what is gone is chosen no more. */
function Bar({ rights, chosen, onGone }: BarProps) {
  const [now, setNow] = useState(chosen);
  const gone = (ids: readonly number[]) => {
    onGone(ids);
    setNow((before) => before.filter((id) => !ids.includes(id)));
  };
  return <RowsBar rights={rights} service="towns" layer={layer} chosen={new Set(now)} onGone={gone} onClear={() => setNow([])} />;
}

async function open(answers: Parameters<typeof renderPage>[2], chosen: number[] = [], rights = ALL, onGone = vi.fn()) {
  return renderPage(<Bar rights={rights} chosen={chosen} onGone={onGone} />, '/x', answers, ['item', 'formats']);
}
const reasonOf = (of: HTMLElement) => document.getElementById(of.getAttribute('aria-describedby') ?? '')?.textContent;
const featuresIn = (asked: { url: string; body: string }[]) =>
  JSON.parse(new URLSearchParams(asked.find(({ url }) => url.includes('addFeatures'))?.body).get('features') ?? 'null');

test('a row is added with its place; empty fields are left out, numbers and days are kept as such', async () => {
  const { asked } = await open({ addFeatures: () => ({ addResults: [{ objectId: 3, success: true }] }) });
  await userEvent.click(screen.getByRole('button', { name: 'Add a row' }));
  await userEvent.type(await screen.findByLabelText('Longitude'), '12,5');
  await userEvent.type(screen.getByLabelText('Latitude'), '57');
  await userEvent.type(screen.getByLabelText('people'), '1200');
  await userEvent.type(screen.getByLabelText('founded'), '1621-06-04');
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a row' }).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(featuresIn(asked)).toEqual([
      { attributes: { people: 1200, founded: Date.UTC(1621, 5, 4) }, geometry: { x: 12.5, y: 57, spatialReference: { wkid: 4326 } } },
    ]),
  );
});

test('an empty row is not added: why is said until there is a value or a place', async () => {
  await open({});
  await userEvent.click(screen.getByRole('button', { name: 'Add a row' }));
  const town = await screen.findByLabelText('town');
  const submit = () => screen.getAllByRole('button', { name: 'Add a row' }).at(-1) as HTMLButtonElement;
  expect(submit().disabled).toBe(true);
  expect(reasonOf(submit())).toBe('Type at least one value: an empty row is not added.');
  await userEvent.type(town, 'Aa');
  expect(submit().disabled).toBe(false);
  expect(screen.queryByText('Type at least one value: an empty row is not added.')).toBeNull();
  await userEvent.clear(town);
  expect(submit().disabled).toBe(true);
});

test('half a place, or letters for a number, cannot be sent', async () => {
  await open({});
  await userEvent.click(screen.getByRole('button', { name: 'Add a row' }));
  await userEvent.type(await screen.findByLabelText('Longitude'), '12');
  const submit = () => screen.getAllByRole('button', { name: 'Add a row' }).at(-1) as HTMLButtonElement;
  expect(submit().disabled).toBe(true);
  expect(reasonOf(submit())).toBe('A value above that is needed is missing, or one does not fit.');
  const latitude = screen.getByLabelText('Latitude');
  expect([latitude.getAttribute('aria-invalid'), reasonOf(latitude)]).toEqual(['true', 'From -90 to 90']);
  expect(screen.getByLabelText('Longitude').hasAttribute('aria-invalid')).toBe(false);
  await userEvent.type(latitude, '57');
  expect([latitude.hasAttribute('aria-invalid'), submit().hasAttribute('aria-describedby')]).toEqual([false, false]);
  expect(submit().disabled).toBe(false);
  await userEvent.type(screen.getByLabelText('people'), 'many');
  expect(submit().disabled).toBe(true);
  expect(screen.getByText('Type a number.')).toBeTruthy();
  expect(reasonOf(submit())).toBe('A value above that is needed is missing, or one does not fit.');
});

test('chosen rows are deleted after a question', async () => {
  const gone = vi.fn();
  const { asked } = await open(
    {
      deleteFeatures: () => ({
        deleteResults: [
          { objectId: 4, success: true },
          { objectId: 9, success: true },
        ],
      }),
    },
    [4, 9],
    ALL,
    gone,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete 2 rows' }));
  await screen.findByText('The rows and their files are gone for good.');
  expect(asked.some(({ url }) => url.includes('deleteFeatures'))).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(gone).toHaveBeenCalledWith([4, 9]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new URLSearchParams(asked.find(({ url }) => url.includes('deleteFeatures'))?.body).get('objectIds')).toBe('4,9');
});

test('rows that somebody deleted already count as deleted, and those that are refused are named in the dialog, which stays', async () => {
  const gone = vi.fn();
  const refused = { success: false, error: { code: 1000, description: 'Locked.' } };
  const { asked } = await open(
    {
      deleteFeatures: () => ({
        deleteResults: [
          { objectId: 3, success: true },
          { objectId: 4, success: false, error: { code: 1019, description: 'Feature does not exist.' } },
          { objectId: 5, ...refused },
          { objectId: 6, ...refused },
        ],
      }),
    },
    [3, 4, 5, 6],
    ALL,
    gone,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete 4 rows' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Rows 5 and 6 were not deleted: Locked.');
  expect(gone).toHaveBeenCalledExactlyOnceWith([3, 4]);
  expect(screen.getByRole('dialog', { name: 'Delete 2 rows' })).toBeTruthy();
  // one row must not keep the others
  expect(new URLSearchParams(asked.find(({ url }) => url.includes('deleteFeatures'))?.body).get('rollbackOnFailure')).toBe('false');
});

test('why rows were not deleted is said in the language of the page', async () => {
  await changeLanguage('ar', { remember: false });
  const error = { code: 1018, ...told('edit-of-others') };
  await open({ deleteFeatures: () => ({ deleteResults: [{ objectId: 5, success: false, error }] }) }, [5]);
  await userEvent.click(screen.getByRole('button', { name: /حذف/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'حذف' }));
  const text = (await screen.findByRole('alert')).textContent;
  expect(text).toContain('المعلم لشخص آخر. عدّل معالمك أو اسأل مالك الطبقة.');
  expect(text).not.toMatch(/[a-z]/i);
});

test('rows that are all gone already leave nothing chosen', async () => {
  const noSuch = { success: false, error: { code: 1019, description: 'Feature does not exist.' } };
  await open({ deleteFeatures: () => ({ deleteResults: [{ objectId: 4, ...noSuch }] }) }, [4]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete 1 row' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
});

test('what is chosen can be let go at once, also where its rows are out of sight', async () => {
  await open({}, [4, 9]);
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection (2)' }));
  expect(screen.queryByRole('button', { name: /Delete|Clear/ })).toBeNull();
});

test('many rows that are refused for one reason are said with the first numbers', () => {
  const rows = Array.from({ length: 23 }, (_, i) => ({ objectId: i + 1, why: new ApiError(1000, 'Locked.') }));
  const [many, other] = refusals([...rows, { objectId: 50, why: new ApiError(1018, 'Not yours.') }], ({ message }) => message);
  expect([many?.ids.length, many?.more, other]).toEqual([20, 3, { reason: 'Not yours.', ids: ['50'], more: 0 }]);
});

test('only what the person may do is offered', async () => {
  const offered = () => screen.queryAllByRole('button').map(({ textContent, ariaLabel }) => textContent || ariaLabel);
  await open({}, [4], { create: false, remove: false });
  expect(offered()).toEqual([]);
  cleanup();
  await open({}, [4], { create: true, remove: false });
  expect(offered()).toEqual(['Add a row']);
  cleanup();
  await open({}, [4], { create: false, remove: true });
  expect(offered()).toEqual(['Delete 1 row', expect.stringMatching(/clear/i)]);
});
