// Changes of a table that are taken back.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { useUndo } from './use-undo.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layer = { id: 0, objectIdField: 'fid', fields: [] } as unknown as LayerInfo;
const change = (objectId: number, after: string) => ({
  objectId,
  field: { name: 'town', alias: 'town' } as WireField,
  before: 'Aa',
  after,
});
let undoing: ReturnType<typeof useUndo>;

function Undoing() {
  undoing = useUndo('i1', 'towns', layer);
  return <output>{undoing.last?.after ?? 'none'}</output>;
}

async function open(update: () => unknown) {
  await renderPage(
    <Undoing />,
    '/x',
    {
      returnVersion: ({ url }) => {
        const id = new URL(url, 'http://x').pathname.split('/').at(-1);
        return { feature: { attributes: { town: id === '1' ? 'First' : 'Second' } }, version: 'v1' };
      },
      applyEdits: update,
    },
    ['item'],
  );
}
const shown = () => screen.getByRole('status').textContent;

test('a change that is made while another is taken back can still be taken back', async () => {
  let resolve = (_: object): void => undefined;
  const promise = new Promise<object>((done) => {
    resolve = done;
  });
  await open(() => promise);
  act(() => undoing.add(change(1, 'First')));
  act(() => undoing.undo());
  await waitFor(() => expect(undoing.isBusy).toBe(true));
  act(() => undoing.add(change(2, 'Second')));
  act(() => resolve({ updateResults: [{ objectId: 1, success: true }] }));
  await waitFor(() => expect(undoing.isBusy).toBe(false));
  expect(shown()).toBe('Second');
});

test('a change that cannot be taken back is left alone, and the others can be taken back', async () => {
  let answer: object = { updateResults: [{ objectId: 1, success: false, error: { code: 1000, description: 'Locked.' } }] };
  await open(() => answer);
  act(() => undoing.add(change(1, 'First')));
  act(() => undoing.undo());
  await waitFor(() => expect(undoing.failed?.error.message).toBe('Locked.'));
  act(() => undoing.add(change(2, 'Second')));
  act(() => undoing.giveUp());
  expect(shown()).toBe('Second');
  answer = { updateResults: [{ objectId: 2, success: true }] };
  act(() => undoing.undo());
  await waitFor(() => expect(shown()).toBe('none'));
});
