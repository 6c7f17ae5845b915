// Above the table of a hosted layer: export, and new data from a file.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Group } from '@mantine/core';
import { IconFileExport, IconFilter, IconRefreshDot } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { isOwner } from '../../item-actions/item-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { mayEditRows } from './edit-rights.ts';

const UpdateDataDialog = lazy(async () => ({ default: (await import('../../item-actions/UpdateDataDialog.tsx')).UpdateDataDialog }));
const ViewDialog = lazy(async () => ({ default: (await import('../../item-actions/ViewDialog.tsx')).ViewDialog }));
const ExportDialog = lazy(async () => ({ default: (await import('../../item-actions/ExportDialog.tsx')).ExportDialog }));

/** Only what this person may do is offered. */
export function DataActions({ item, service, layers }: { item: Item; service: string; layers: readonly LayerInfo[] }) {
  const t = useTranslate();
  const session = useSession();
  const [open, setOpen] = useState<'update' | 'export' | 'view'>();
  const isOwn = isOwner(item, session) || session.can('portal:admin:updateItems');
  const mayExport = isOwn || item.itemControl === 'update' || layers.some((layer) => layer.capabilities.includes('Extract'));
  const mayLoad = !hasKeyword(item, TYPE_KEYWORDS.viewService) && layers.some((layer) => mayEditRows(item, layer, session));
  const isView = hasKeyword(item, TYPE_KEYWORDS.viewService);
  const mayView = isOwn && !isView && session.can('portal:publisher:publishFeatures');
  if (!mayExport && !mayLoad && !mayView) return null;
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
      <Suspense>
        {open === 'view' && <ViewDialog item={item} service={service} layers={layers} onClose={() => setOpen(undefined)} />}
        {open === 'update' && (
          <UpdateDataDialog item={item} service={service} layers={layers} mayReplace={isOwn} onClose={() => setOpen(undefined)} />
        )}
        {open === 'export' && <ExportDialog item={item} layers={layers} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </Group>
  );
}
