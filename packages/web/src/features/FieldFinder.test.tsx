// Long lists of fields, of which a few are ticked.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ViewFields } from '../item-actions/ViewFields.tsx';
import { renderPage } from '../testing/render-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fieldsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `f${i}`, alias: i === 7 ? 'Depth' : `Column ${i}` })) as unknown as LayerInfo['fields'];

function Chosen({ count }: { count: number }) {
  const fields = fieldsOf(count);
  const [shown, setShown] = useState(fields.map(({ name }) => name));
  return (
    <>
      <output>{shown.join(' ')}</output>
      <ViewFields fields={fields} shown={shown} onChange={setShown} />
    </>
  );
}

test('one of many fields is found by its words, and ticked alone with two presses', async () => {
  await renderPage(<Chosen count={150} />, '/x', {}, ['item']);
  await userEvent.click(await screen.findByRole('button', { name: 'None' }));
  expect(screen.getByRole('status').textContent).toBe('');
  await userEvent.type(screen.getByRole('textbox', { name: 'Find a field' }), 'dep');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  expect(screen.getByRole('status').textContent).toBe('f7');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Find a field' }));
  expect(screen.getAllByRole('checkbox')).toHaveLength(150);
});

test('few fields are seen at a glance', async () => {
  await renderPage(<Chosen count={3} />, '/x', {}, ['item']);
  expect(await screen.findAllByRole('checkbox')).toHaveLength(3);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
