// The columns of a table: which are shown, among many.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { DataTools } from './DataTools.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fields = ['fid', 'globalid', ...Array.from({ length: 60 }, (_, i) => `column_${i}`)].map((name) => ({
  name,
  alias: name,
  type: 'esriFieldTypeString',
  domain: null,
}));

function Tools({ before = ['globalid'] }: { before?: readonly string[] }) {
  const [hidden, setHidden] = useState(before);
  return (
    <>
      <output data-testid="shown">
        {fields
          .map(({ name }) => name)
          .filter((name) => !hidden.includes(name))
          .join(' ')}
      </output>
      <DataTools
        layer={{ fields } as unknown as LayerInfo}
        hidden={hidden}
        onHidden={setHidden}
        filter={undefined}
        onFilter={() => undefined}
        count=""
        leavesOut={undefined}
        onSearch={() => undefined}
      />
    </>
  );
}

test('two of many columns are shown without unticking each of the others; the first one always stays', async () => {
  await renderPage(<Tools />, '/x', {}, ['item']);
  const shown = () => screen.getByTestId('shown').textContent;
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('button', { name: 'None' }));
  expect(shown()).toBe('fid');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a field' }), 'column_5');
  await userEvent.click(screen.getByRole('checkbox', { name: 'column_5' }));
  expect(shown()).toBe('fid column_5');
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  expect(shown()?.split(' ')).toHaveLength(12);
});

test('one column stays where one of those that were hidden is gone', async () => {
  await renderPage(<Tools before={['deleted']} />, '/x', {}, ['item']);
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('button', { name: 'None' }));
  expect(screen.getByTestId('shown').textContent).toBe('fid');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'fid' }).disabled).toBe(true);
});
