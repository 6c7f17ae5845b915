// What is offered of a layer to people who may do a part with its rows.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { DataTab } from './DataTab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string) => ({ name, type, alias: name, sqlType: '', domain: null, defaultValue: null });
const fields = [field('fid', 'esriFieldTypeOID'), field('town', 'esriFieldTypeString')];

/** The rows of a layer for a member with the right to edit, or for a visitor with what the service leaves to visitors. */
async function open(capabilities: string, visitors?: object) {
  const user = visitors ? {} : { user: { username: 'bob', privileges: ['features:user:edit'] } };
  const layer = { id: 0, name: 'Towns', type: 'Table', objectIdField: 'fid', displayField: 'town', capabilities, fields };
  const view = await renderPage(
    <SessionGate>
      <DataTab item={{ id: 'i1', owner: 'ada', title: 'Towns', access: 'public' } as Item} service="towns" />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', ...user }),
      returnCountOnly: () => ({ count: 1 }),
      addFeatures: () => ({ addResults: [{ objectId: 2, success: true }] }),
      '/query': () => ({ features: [{ attributes: { fid: 1, town: 'Aa' } }], fields }),
      'FeatureServer/layers': () => ({ layers: [], tables: [layer] }),
      'FeatureServer?': () => ({ capabilities, editorTrackingInfo: visitors ?? {} }),
    },
    ['item'],
  );
  await screen.findByText('Aa');
  return view;
}
const offered = () => ({
  adds: screen.queryByRole('button', { name: 'Add a row' }) !== null,
  changes: screen.queryByRole('button', { name: /Edit town/ }) !== null,
  chooses: screen.queryByRole('checkbox', { name: 'Choose row 1' }) !== null,
  loads: screen.queryByRole('button', { name: 'New data from a file' }) !== null,
});
const nothing = { adds: false, changes: false, chooses: false, loads: false };

test.each<[string, Partial<typeof nothing>]>([
  ['Query', {}],
  ['Query,Create,Editing', { adds: true, loads: true }],
  ['Query,Update,Editing', { changes: true }],
  ['Query,Delete,Editing', { chooses: true }],
  ['Query,Editing', { adds: true, changes: true, chooses: true, loads: true }],
])('a member is offered what the layer allows: %s', async (capabilities, offers) => {
  await open(capabilities);
  expect(offered()).toEqual({ ...nothing, ...offers });
});

test.each<[string, object, Partial<typeof nothing>]>([
  ['Query,Editing', {}, {}],
  ['Query,Editing', { allowAnonymousToUpdate: true }, { adds: true, changes: true }],
  ['Query,Editing', { allowAnonymousToDelete: true }, { chooses: true }],
  ['Query,Create,Editing', { allowAnonymousToUpdate: true, allowAnonymousToDelete: true }, { adds: true }],
])('a visitor is offered what the owner leaves to visitors: %s, %j', async (capabilities, visitors, offers) => {
  await open(capabilities, visitors);
  await waitFor(() => expect(offered()).toEqual({ ...nothing, ...offers }));
});

test('where rows can only be added, a row is added', async () => {
  const { asked } = await open('Query,Create,Editing');
  await userEvent.click(screen.getByRole('button', { name: 'Add a row' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'town' }), 'Bb');
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a row' }).at(-1) as HTMLElement);
  await waitFor(() => expect(asked.some(({ url, body }) => url.includes('addFeatures') && body.includes('Bb'))).toBe(true));
});
