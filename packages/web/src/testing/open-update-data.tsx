// The dialog with new data for a layer, with a file that the portal reads.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { UpdateDataDialog } from '../item-actions/UpdateDataDialog.tsx';
import { renderPage } from './render-page.tsx';

/** A field of a layer or a file. */
export const field = (name: string, more: object = {}) => ({
  name,
  alias: name,
  type: 'esriFieldTypeString',
  editable: true,
  nullable: true,
  domain: null,
  defaultValue: null,
  ...more,
});
export const layer = {
  id: 0,
  name: 'Trees',
  type: 'Feature Layer',
  keyField: 'code',
  fields: [field('OBJECTID', { type: 'esriFieldTypeOID', editable: false }), field('code'), field('species'), field('keeper')],
} as unknown as LayerInfo;

const ITEM = { id: 'i', title: 'Trees of the town' } as Item;

/** A button that opens a dialog. */
export function Opener({ dialog }: { dialog: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New data
      </button>
      {isOpen && dialog(() => setOpen(false))}
      <Notifications />
    </>
  );
}

/** The dialog with a file of these columns, which the portal pairs as it says; `refuse` may answer otherwise by what was said of reading it. */
export async function open(
  columns: string[],
  fieldMappings: { name: string; source: string }[],
  shown = layer,
  refuse: (said: Record<string, unknown>) => unknown = () => undefined,
  {
    onSent = async () => undefined,
    mayUpdate = true,
    job = () => ({ status: 'Completed', recordCount: 1, insertedCount: 1 }),
  }: { onSent?: () => Promise<void>; mayUpdate?: boolean; job?: () => object } = {},
) {
  const rights = { create: true, update: mayUpdate, remove: true };
  const dialog = (onClose: () => void) => (
    <UpdateDataDialog item={ITEM} service="trees" layers={[shown]} rightsOf={() => rights} mayReplace onClose={onClose} />
  );
  const view = await renderPage(
    <Opener dialog={dialog} />,
    '/x',
    {
      'append/analyze': ({ url, body }) =>
        refuse(JSON.parse(new URLSearchParams(url.split('?')[1] ?? body).get('appendSourceInfo') ?? '{}')) ?? {
          publishParameters: {
            type: 'csv',
            name: 'new',
            locationType: 'coordinates',
            latitudeFieldName: 'lat',
            longitudeFieldName: 'lon',
            layerInfo: { fields: [...columns, 'lat', 'lon'].map((name) => field(name)) },
            rowCount: 1,
          },
          fieldMappings,
          records: [],
          fields: columns,
        },
      'append/jobs/j': job,
      '/append': () => ({ statusUrl: 'http://x/append/jobs/j' }),
      replaceFeatures: () => ({ statusUrl: 'http://x/append/jobs/j' }),
    },
    ['item', 'formats'],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'New data' }));
  const input = view.baseElement.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input as HTMLInputElement, new File(['x'], 'new.csv'));
  await onSent();
  await screen.findByText(/fields? gets? a column|fields get a column/);
  return view;
}

/** What was sent to the first address with this end. */
export const sentTo = (asked: { url: string; body: string }[], end: string) =>
  new URLSearchParams(asked.find(({ url }) => url.endsWith(end))?.body);

/** Takes an option of a list of the page. */
export const choose = async (name: string, option: string) => {
  const box = screen.getByRole('combobox', { name });
  await userEvent.click(box);
  const list = await waitFor(() => document.getElementById(box.getAttribute('aria-controls') ?? '') as HTMLElement);
  await userEvent.click(within(list).getByRole('option', { name: option, hidden: true }));
};

export const MATCHED = [{ name: 'code', source: 'code' }];
