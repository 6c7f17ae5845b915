// What is done with one field of a layer, and where the focus is when the field is gone.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '../../api/keys.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { watchFocus } from '../../ui/focus-back.ts';
import { FieldTools } from './FieldTools.tsx';

let endWatch: () => void;
beforeEach(() => {
  endWatch = watchFocus();
});
afterEach(() => {
  endWatch();
  cleanup();
  vi.unstubAllGlobals();
});

let left: readonly string[];
const layerNow = () =>
  ({
    id: 0,
    fields: left.map((name) => ({ name, alias: name, domain: null, type: name === 'fid' ? 'esriFieldTypeOID' : 'esriFieldTypeString' })),
  }) as unknown as LayerInfo;

/** The layer is asked for again after each change. */
function Page() {
  const { data: layer } = useQuery({ queryKey: keys.itemPart('i', 'layer'), queryFn: async () => layerNow() });
  return (
    <div>
      <table>
        <tbody>
          {layer?.fields.map((field) => (
            <tr key={field.name}>
              <td>
                <FieldTools service="roads" layer={layer} field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" data-add-field>
        Add
      </button>
    </div>
  );
}

async function open(names: string[]) {
  left = ['fid', ...names];
  const deleteFromDefinition = ({ body }: { body: string }) => {
    const { fields } = JSON.parse(new URLSearchParams(body).get('deleteFromDefinition') ?? '') as { fields: { name: string }[] };
    left = left.filter((name) => !fields.some((field) => field.name === name));
    return { success: true };
  };
  await renderPage(<Page />, '/x', { deleteFromDefinition }, ['item']);
}
const trash = (name: string) => screen.findByRole('button', { name: `Delete the field ${name}` });

async function remove(name: string) {
  await userEvent.click(await trash(name));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: `Delete the field ${name}` })).toBeNull());
}

test('when a field is deleted, the focus is at the next one, then at the one before, then where fields are added', async () => {
  await open(['lanes', 'state', 'width']);
  await remove('state');
  await waitFor(async () => expect(document.activeElement).toBe(await trash('width')));
  await remove('width');
  await waitFor(async () => expect(document.activeElement).toBe(await trash('lanes')));
  await remove('lanes');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add' })));
});

test('who does not delete the field is back at its button', async () => {
  await open(['lanes']);
  await userEvent.click(await trash('lanes'));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(document.activeElement).toBe(await trash('lanes')));
});
