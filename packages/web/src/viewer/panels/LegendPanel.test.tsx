// The legend of a map, as people read it.
import { newWebMap } from '@graticule/contract/documents/web-map';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { type Viewer, ViewerProvider } from '../viewer-context.ts';
import { LegendPanel } from './LegendPanel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('classes of a group stand below its heading, each once with all of its values', async () => {
  const symbol = { type: 'esriSMS', style: 'esriSMSCircle', color: [255, 0, 0, 255], size: 9 };
  const entry = (label: string, ...values: string[]) => ({ label, symbol, values: values.map((value) => [value]) });
  const renderer = {
    type: 'uniqueValue',
    field1: 'kind',
    uniqueValueGroups: [
      { heading: 'Broad-leaved', classes: [entry('Oak', 'oak', 'holm oak'), entry('Ash', 'ash')] },
      { heading: 'Conifers', classes: [entry('Pine', 'pine')] },
    ],
    defaultSymbol: symbol,
    defaultLabel: 'Others',
  };
  const map = { ...newWebMap('http://localhost'), operationalLayers: [{ id: 'a', title: 'Trees' }] };
  const opened = { kind: 'point', renderer: () => renderer };
  const viewer = { map, engine: { layerState: () => ({ status: 'ready', opened }) } } as unknown as Viewer;
  await renderPage(
    <ViewerProvider value={viewer}>
      <LegendPanel />
    </ViewerProvider>,
    '/x',
    {},
    ['viewer'],
  );
  const lists = screen.getAllByRole('list').map((list) =>
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  );
  expect(lists).toEqual([['Oak', 'Ash'], ['Pine'], ['Others']]);
  expect(screen.getAllByRole('heading', { level: 4 }).map((heading) => heading.textContent)).toEqual(['Broad-leaved', 'Conifers']);
});
