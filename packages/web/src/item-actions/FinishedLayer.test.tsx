// The end of publishing.
import { sentence } from '@graticule/geo/sentence';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { FinishedLayer } from './FinishedLayer.tsx';

afterEach(cleanup);

const report = (layer: string) => ({
  layer,
  featuresLoaded: 5,
  rowsRefused: 1,
  geometriesRepaired: 0,
  problems: [{ row: 2, reason: '', said: sentence('coordinate-not', { text: layer }) }],
});
const refusedRows = async (...layers: string[]) => {
  const layer = { itemId: 'i', reports: layers.map(report) };
  await renderPage(<FinishedLayer layer={layer as never} />, '/x', {}, ['item', 'formats']);
  const lines = await screen.findAllByRole('listitem', { hidden: true });
  return lines.map((line) => line.textContent ?? '').filter((text) => /row \d/i.test(text));
};

test('the rows that were left out name their layer only where there are several', async () => {
  expect(await refusedRows('towns')).toEqual(['Row 2: “towns” is not a coordinate']);
  cleanup();
  expect(await refusedRows('towns', 'roads')).toEqual([
    'towns, row 2: “towns” is not a coordinate',
    'roads, row 2: “roads” is not a coordinate',
  ]);
});

test('the list says whose numbers the rows have, those of geodatabases among them', async () => {
  await refusedRows('towns');
  const said = /numbers that a text editor or a spreadsheet shows, and features of a geodatabase those that it gives them/;
  expect(screen.getByText(said)).toBeTruthy();
});

test('rows without a place are told apart from those that were left out', async () => {
  const unplaced = [{ row: 4, reason: '', said: sentence('place-none', { name: 'Atlantis' }) }];
  const one = { ...report('towns'), rowsRefused: 0, problems: [], rowsUnplaced: 2, unplaced };
  await renderPage(<FinishedLayer layer={{ itemId: 'i', reports: [one] } as never} />, '/x', {}, ['item', 'formats']);
  expect(await screen.findByText('2 rows have no place on the map: their names were not found')).toBeTruthy();
  expect(screen.getByText('Row 4: No place of this name: Atlantis')).toBeTruthy();
  expect(screen.queryByText(/could not be read/)).toBeNull();
  const file = decodeURIComponent(screen.getByRole<HTMLAnchorElement>('link', { name: 'Save the list as a file', hidden: true }).href);
  expect(file).toContain('4,"No place of this name: Atlantis"');
  expect(file).toContain('1 more row has no place and is not listed.');
});

test('rows without a place name their layer where there are several', async () => {
  const unplaced = (name: string) => [{ row: 2, reason: '', said: sentence('place-none', { name }) }];
  const of = (layer: string, name: string) => ({
    ...report(layer),
    rowsRefused: 0,
    problems: [],
    rowsUnplaced: 1,
    unplaced: unplaced(name),
  });
  const reports = [of('towns', 'Atlantis'), of('ports', 'Avalon')];
  await renderPage(<FinishedLayer layer={{ itemId: 'i', reports } as never} />, '/x', {}, ['item', 'formats']);
  expect(await screen.findByText('towns, row 2: No place of this name: Atlantis')).toBeTruthy();
  expect(screen.getByText('ports, row 2: No place of this name: Avalon')).toBeTruthy();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Save the list as a file', hidden: true });
  expect(decodeURIComponent(link.href)).toContain('"ports",2,"No place of this name: Avalon"');
  expect(link.download).toBe('rows-without-place.csv');
});

test('shapes that were mended are counted, those of all layers together', async () => {
  const of = (layer: string, geometriesRepaired: number) => ({ ...report(layer), rowsRefused: 0, problems: [], geometriesRepaired });
  await renderPage(<FinishedLayer layer={{ itemId: 'i', reports: [of('areas', 2), of('ponds', 1)] } as never} />, '/x', {}, [
    'item',
    'formats',
  ]);
  expect(await screen.findByText('3 shapes mended')).toBeTruthy();
  cleanup();
  await renderPage(<FinishedLayer layer={{ itemId: 'i', reports: [of('areas', 0)] } as never} />, '/x', {}, ['item', 'formats']);
  await screen.findByText('It has 5 features.');
  expect(screen.queryByText(/mended/)).toBeNull();
});
