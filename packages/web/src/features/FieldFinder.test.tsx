// Long lists of fields, of which a few are ticked.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ActionDialog } from '../item-actions/ActionDialog.tsx';
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
      <output data-testid="shown">{shown.join(' ')}</output>
      <ViewFields fields={fields} shown={shown} onChange={setShown} />
    </>
  );
}

test('one of many fields is found by its words, and ticked alone with two presses', async () => {
  await renderPage(<Chosen count={150} />, '/x', {}, ['item']);
  await userEvent.click(await screen.findByRole('button', { name: 'None' }));
  expect(screen.getByTestId('shown').textContent).toBe('');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a field' }), 'dep');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  expect(screen.getByTestId('shown').textContent).toBe('f7');
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Find a field' }));
  expect(screen.getAllByRole('checkbox')).toHaveLength(150);
});

test('Enter in what is looked for does not save the dialog, and no match is said', async () => {
  const onSubmit = vi.fn();
  const dialog = (
    <ActionDialog title="View" submit="Save" isBusy={false} onSubmit={onSubmit} onClose={() => undefined}>
      <Chosen count={150} />
    </ActionDialog>
  );
  await renderPage(dialog, '/x', {}, ['item']);
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a field' }), 'dep{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.queryByText('No field matches.')).toBeNull();
  await userEvent.keyboard('ths');
  expect(screen.getByText('No field matches.').getAttribute('role')).toBe('status');
});

test('few fields are seen at a glance', async () => {
  await renderPage(<Chosen count={3} />, '/x', {}, ['item']);
  expect(await screen.findAllByRole('checkbox')).toHaveLength(3);
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
