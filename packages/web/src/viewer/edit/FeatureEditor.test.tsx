// The panel of one feature, of which somebody else made an end meanwhile.
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { draftOf } from './draft.ts';
import type { EditableLayer } from './editable-layer.ts';
import { FeatureEditor } from './FeatureEditor.tsx';

// the map draws nothing here
vi.mock('../viewer-context.ts', () => ({ useViewer: () => ({ name: 'm', engine: undefined, map: undefined }) }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const target = {
  layerId: 'l1',
  title: 'Trees',
  service: 'Trees',
  layer: {
    id: 0,
    name: 'Trees',
    displayField: 'name',
    objectIdField: 'objectid',
    globalIdField: 'globalid',
    hasAttachments: true,
    fields: [
      { name: 'objectid', alias: 'objectid', type: 'esriFieldTypeOID', editable: false },
      { name: 'globalid', alias: 'globalid', type: 'esriFieldTypeGlobalID', editable: false },
      { name: 'name', alias: 'name', type: 'esriFieldTypeString', editable: true, nullable: true },
    ],
  } as unknown as LayerInfo,
  item: { id: 'i', owner: 'ada' },
  rights: { create: true, update: true, remove: true },
  frame: { geometryType: 'esriGeometryPoint', wkid: 4326, hasZ: false, hasM: false },
  mayMove: true,
} as EditableLayer;
const oak: WireFeature = { attributes: { objectid: 7, globalid: '{A}', name: 'Oak' }, geometry: { x: 1, y: 2 } };
const GONE = { error: { code: 404, message: 'Feature not found.', details: [] } };

test('deleting a feature that is gone says so, whatever files it had; nothing of it can be saved, shaped or attached to then', async () => {
  const onDone = vi.fn();
  const { asked } = await renderPage(
    <SessionGate>
      <FeatureEditor target={target} draft={draftOf(target, oak)} onDone={onDone} onReplace={() => undefined} onClose={() => undefined} />
    </SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
      attachments: () => GONE,
      returnVersion: () => GONE,
      '/query': () => ({ features: [] }),
    },
    ['edit', 'item', 'formats'],
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'name' }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Somebody else deleted this feature while you were editing it.');
  expect(screen.queryByRole('button', { name: 'Files' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Shape' })).toBeNull();
  const before = asked.length;
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(screen.getByText('Somebody else deleted this feature while you were editing it.')).toBeTruthy());
  expect(asked.slice(before)).toEqual([]);
  expect(onDone).not.toHaveBeenCalled();
});
