// Which dates say when rows are: what is chosen is sent, and what a layer says is shown.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { TimeSettings } from './TimeSettings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string) => ({ name, alias: name.toUpperCase(), type, domain: null });
const FIELDS = [field('code', 'esriFieldTypeString'), field('begun', 'esriFieldTypeDate'), field('ended', 'esriFieldTypeDateOnly')];

async function open(layer: { fields?: object[]; timeInfo?: object | null } = {}, typeKeywords: string[] = []) {
  const works = { id: 3, name: 'works', type: 'Feature Layer', fields: FIELDS, timeInfo: null, ...layer };
  const answers = {
    updateDefinition: () => ({ success: true }),
    'FeatureServer/layers': () => ({ layers: [works], tables: [] }),
  };
  const item = { id: 'i', owner: 'ada', typeKeywords } as unknown as Item;
  return renderPage(<TimeSettings item={item} service="roads" />, '/x', answers, ['item']);
}
const sent = (asked: { url: string; body: string }[]) =>
  asked
    .filter(({ url }) => url.includes('/rest/admin/services/Hosted/roads/FeatureServer/3/updateDefinition'))
    .map(({ body }) => JSON.parse(new URLSearchParams(body).get('updateDefinition') ?? ''));
const choose = async (box: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: box }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('a date field is chosen for the beginning; others are not offered', async () => {
  const { asked } = await open();
  await userEvent.click(await screen.findByRole('combobox', { name: 'When a row of works begins' }));
  const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
  expect(offered).toEqual(['Rows belong to no time', 'BEGUN', 'ENDED']);
  expect(screen.queryByRole('combobox', { name: 'When a row of works ends' })).toBeNull();
  await userEvent.click(screen.getByRole('option', { name: 'BEGUN' }));
  await waitFor(() => expect(sent(asked)).toEqual([{ timeInfo: { startTimeField: 'begun', endTimeField: null } }]));
});

test('the end is another field, and the time that the rows span is told', async () => {
  const timeInfo = { startTimeField: 'begun', endTimeField: null, timeExtent: [Date.UTC(2021, 0, 2), Date.UTC(2023, 4, 6)] };
  const { asked } = await open({ timeInfo });
  expect(await screen.findByText('The rows reach from Jan 2, 2021 to May 6, 2023.')).toBeTruthy();
  await choose('When a row of works ends', 'ENDED');
  await waitFor(() => expect(sent(asked)).toEqual([{ timeInfo: { startTimeField: 'begun', endTimeField: 'ended' } }]));
});

test('what ended rows becomes what begins them without ending them too', async () => {
  const { asked } = await open({ timeInfo: { startTimeField: 'begun', endTimeField: 'ended', timeExtent: null } });
  expect(await screen.findByText('No row has a date yet.')).toBeTruthy();
  await choose('When a row of works begins', 'ENDED');
  await waitFor(() => expect(sent(asked)).toEqual([{ timeInfo: { startTimeField: 'ended', endTimeField: null } }]));
});

test('time is switched off', async () => {
  const { asked } = await open({ timeInfo: { startTimeField: 'begun', endTimeField: 'ended', timeExtent: null } });
  await choose('When a row of works begins', 'Rows belong to no time');
  await waitFor(() => expect(sent(asked)).toEqual([{ timeInfo: null }]));
});

test('layers without dates say what is missing', async () => {
  await open({ fields: FIELDS.slice(0, 1) });
  expect(await screen.findByText(/No layer has a field with dates/)).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('a view, to which no field can be added, has a time only where it shows dates', async () => {
  await open({}, ['View Service']);
  expect(await screen.findByRole('combobox', { name: 'When a row of works begins' })).toBeTruthy();
  cleanup();
  const { asked } = await open({ fields: FIELDS.slice(0, 1) }, ['View Service']);
  await waitFor(() => expect(asked.some(({ url }) => url.includes('FeatureServer/layers'))).toBe(true));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('group')).toBeNull();
});
