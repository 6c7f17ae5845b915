// Pages of rows that come into sight, of a layer that others edit meanwhile.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { useRows } from './use-rows.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layer = { id: 0, name: 'Towns', objectIdField: 'fid', fields: [] } as unknown as LayerInfo;
let setSight: (rows: readonly [number, number]) => void;

function Rows({ start }: { start: readonly [number, number] }) {
  const [[first, end], set] = useState(start);
  setSight = set;
  const { rows } = useRows({ itemId: 'i1', service: 'towns', layer, where: '1=1', sort: undefined }, first, end);
  const ids = Array.from({ length: end - first }, (_, i) => rows.get(first + i)?.attributes.fid ?? '?');
  return <output>{ids.join(' ')}</output>;
}

/** A layer that goes on behind the last row of a page, as the server does. */
async function open(start: readonly [number, number]) {
  let ids = Array.from({ length: 500 }, (_, i) => (i + 1) * 10);
  const ends = new Map<number, number>();
  const asked: number[] = [];
  let slow = Promise.resolve();
  await renderPage(
    <Rows start={start} />,
    '/home/item.html',
    {
      '/query': async ({ url }) => {
        const offset = Number(new URL(url, 'http://x').searchParams.get('resultOffset'));
        asked.push(offset);
        const behind = ends.get(offset);
        const page = behind === undefined ? ids.slice(offset, offset + 100) : ids.filter((id) => id > behind).slice(0, 100);
        if (offset % 200 === 0) await slow;
        ends.set(offset + 100, page.at(-1) ?? 0);
        return { features: page.map((fid) => ({ attributes: { fid } })) };
      },
    },
    [],
  );
  return {
    asked,
    edit: (change: (ids: number[]) => number[]) => {
      ids = change(ids);
    },
    delay: () => {
      let go = (): void => undefined;
      slow = new Promise((resolve) => {
        go = resolve;
      });
      return go;
    },
  };
}

const shown = () => screen.getByRole('status').textContent?.split(' ').map(Number) ?? [];
const from = (first: number, count = 20) => Array.from({ length: count }, (_, i) => first + i * 10);

test('after a change every row is there once, although the pages of two are asked for together', async () => {
  const { edit, delay } = await open([90, 110]);
  await waitFor(() => expect(shown()).toEqual(from(910)));
  edit((ids) => ids.filter((id) => id !== 20 && id !== 950));
  const go = delay();
  const renewed = queryClient.invalidateQueries({ queryKey: ['items', 'item', 'i1'] });
  go();
  await act(() => renewed);
  await waitFor(() => expect(shown()).toEqual([920, 930, 940, ...from(960, 17)]));
});

test('a page that was jumped to is asked for again behind the page before it, and nothing more often than that', async () => {
  const { asked, edit } = await open([310, 330]);
  await waitFor(() => expect(shown()).toEqual(from(3110)));
  expect(asked).toEqual([300]);
  edit((ids) => ids.filter((id) => id > 50));
  act(() => setSight([290, 310]));
  await waitFor(() => expect(shown()).toEqual(from(2960)));
  expect(asked).toEqual([300, 200, 300]);
  act(() => setSight([310, 330]));
  act(() => setSight([295, 315]));
  await waitFor(() => expect(shown()).toEqual(from(3010)));
  expect(asked).toEqual([300, 200, 300]);
});

const few = { ...layer, standardMaxRecordCountNoGeometry: 16 } as LayerInfo;

function Few() {
  const { rows } = useRows({ itemId: 'i2', service: 'towns', layer: few, where: '1=1', sort: undefined }, 10, 40);
  return <output>{Array.from({ length: 30 }, (_, i) => rows.get(10 + i)?.attributes.fid ?? '?').join(' ')}</output>;
}

test('a layer that gives fewer rows at once is shown whole, in smaller pages', async () => {
  const asked: (string | null)[][] = [];
  await renderPage(
    <Few />,
    '/home/item.html',
    {
      '/query': ({ url }) => {
        const { searchParams } = new URL(url, 'http://x');
        const [offset, count] = ['resultOffset', 'resultRecordCount'].map((name) => Number(searchParams.get(name)));
        asked.push(['resultOffset', 'resultRecordCount', 'resultType'].map((name) => searchParams.get(name)));
        // as the portal does it
        const most = searchParams.get('resultType') === 'standard' ? 16 : 1;
        return { features: Array.from({ length: Math.min(count ?? 0, most) }, (_, i) => ({ attributes: { fid: (offset ?? 0) + i } })) };
      },
    },
    [],
  );
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(Array.from({ length: 30 }, (_, i) => 10 + i).join(' ')));
  expect(asked).toEqual(['0', '16', '32'].map((offset) => [offset, '16', 'standard']));
});
