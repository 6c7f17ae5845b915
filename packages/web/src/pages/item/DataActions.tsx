// Above the table of a hosted layer: new data from a file, export, views and tiles.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Group } from '@mantine/core';
import { IconFileExport, IconFilter, IconGridDots, IconRefreshDot } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { administers } from '../../api/administers.ts';
import { useSession } from '../../api/session.ts';
import { isOwner } from '../../item-actions/item-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { mayEditRows } from './edit-rights.ts';

const UpdateDataDialog = lazy(async () => ({ default: (await import('../../item-actions/UpdateDataDialog.tsx')).UpdateDataDialog }));
const ViewDialog = lazy(async () => ({ default: (await import('../../item-actions/ViewDialog.tsx')).ViewDialog }));
const TilesDialog = lazy(async () => ({ default: (await import('../../item-actions/TilesDialog.tsx')).TilesDialog }));
const ExportDialog = lazy(async () => ({ default: (await import('../../item-actions/ExportDialog.tsx')).ExportDialog }));

/** Only what this person may do is offered. */
export function DataActions({ item, service, layers }: { item: Item; service: string; layers: readonly LayerInfo[] }) {
  const t = useTranslate();
  const session = useSession();
  const [open, setOpen] = useState<'update' | 'export' | 'view' | 'tiles'>();
  const isOwn = isOwner(item, session) || administers(item, 'portal:admin:updateItems', session);
  const mayExport = isOwn || item.itemControl === 'update' || layers.some((layer) => layer.capabilities.includes('Extract'));
  const mayLoad = !hasKeyword(item, TYPE_KEYWORDS.viewService) && layers.some((layer) => mayEditRows(item, layer, session));
  const isView = hasKeyword(item, TYPE_KEYWORDS.viewService);
  const mayView = isOwn && !isView && session.can('portal:publisher:publishFeatures');
  const isDrawn = layers.some((layer) => layer.type !== 'Table');
  const mayTile = isOwn && isDrawn && session.can('portal:publisher:publishTiles') && session.can('portal:user:createItem');
  if (!mayExport && !mayLoad && !mayView && !mayTile) return null;
  return (
    <Group gap="xs" mb="md">
      {mayLoad && (
        <Button variant="default" leftSection={<IconRefreshDot size={18} aria-hidden />} onClick={() => setOpen('update')}>
          {t('item.load.open')}
        </Button>
      )}
      {mayExport && (
        <Button variant="default" leftSection={<IconFileExport size={18} aria-hidden />} onClick={() => setOpen('export')}>
          {t('item.export.open')}
        </Button>
      )}
      {mayView && (
        <Button variant="default" leftSection={<IconFilter size={18} aria-hidden />} onClick={() => setOpen('view')}>
          {t('item.view.new')}
        </Button>
      )}
      {mayTile && (
        <Button variant="default" leftSection={<IconGridDots size={18} aria-hidden />} onClick={() => setOpen('tiles')}>
          {t('item.tiles.new')}
        </Button>
      )}
      <Suspense>
        {open === 'tiles' && <TilesDialog item={item} onClose={() => setOpen(undefined)} />}
        {open === 'view' && <ViewDialog item={item} service={service} layers={layers} onClose={() => setOpen(undefined)} />}
        {open === 'update' && (
          <UpdateDataDialog item={item} service={service} layers={layers} mayReplace={isOwn} onClose={() => setOpen(undefined)} />
        )}
        {open === 'export' && <ExportDialog item={item} layers={layers} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </Group>
  );
}
