// Above the table of a hosted layer: new data from a file, export, views and tiles.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Group, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconFileExport, IconFilter, IconGridDots, IconRefreshDot } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { administers } from '../../api/administers.ts';
import { useSession } from '../../api/session.ts';
import { whereClause } from '../../features/where-clause.ts';
import { isOwner } from '../../item-actions/item-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useRowFilter } from './row-filter.ts';
import { useEditRights } from './use-edit-rights.ts';

const UpdateDataDialog = lazy(async () => ({ default: (await import('../../item-actions/UpdateDataDialog.tsx')).UpdateDataDialog }));
const ViewDialog = lazy(async () => ({ default: (await import('../../item-actions/ViewDialog.tsx')).ViewDialog }));
const TilesDialog = lazy(async () => ({ default: (await import('../../item-actions/TilesDialog.tsx')).TilesDialog }));
const ExportDialog = lazy(async () => ({ default: (await import('../../item-actions/ExportDialog.tsx')).ExportDialog }));

interface Props {
  item: Item;
  service: string;
  /** The one that is open first. */
  layers: readonly [LayerInfo, ...LayerInfo[]];
  /** Its rows are those that belong to another row. */
  isScoped: boolean;
}

/** Only what this person may do is offered; an export can follow the filter of the table. */
export function DataActions({ item, service, layers, isScoped }: Props) {
  const t = useTranslate();
  const session = useSession();
  const rightsOf = useEditRights(item, service);
  const isNarrow = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false }) ?? false;
  const [opened] = layers;
  const [filter] = useRowFilter(opened, isScoped);
  const where = filter && whereClause(filter, opened.fields);
  const [open, setOpen] = useState<'update' | 'export' | 'view' | 'tiles'>();
  const isOwn = isOwner(item, session) || administers(item, 'portal:admin:updateItems', session);
  const mayExport = isOwn || item.itemControl === 'update' || layers.some((layer) => layer.capabilities.includes('Extract'));
  const isView = hasKeyword(item, TYPE_KEYWORDS.viewService);
  // files are sent by members only
  const mayLoad = !isView && session.user !== undefined && layers.some((layer) => rightsOf(layer).create);
  const mayView = isOwn && !isView && session.can('portal:publisher:publishFeatures');
  const isDrawn = layers.some((layer) => layer.type !== 'Table');
  const mayTile = isOwn && isDrawn && session.can('portal:publisher:publishTiles') && session.can('portal:user:createItem');
  if (!mayExport && !mayLoad && !mayView && !mayTile) return null;
  const actions = [
    ...(mayLoad ? [{ name: 'update' as const, icon: IconRefreshDot, label: t('item.load.open') }] : []),
    ...(mayExport ? [{ name: 'export' as const, icon: IconFileExport, label: t('item.export.open') }] : []),
    ...(mayView ? [{ name: 'view' as const, icon: IconFilter, label: t('item.view.new') }] : []),
    ...(mayTile ? [{ name: 'tiles' as const, icon: IconGridDots, label: t('item.tiles.new') }] : []),
  ];
  return (
    <Group gap="xs">
      {isNarrow && actions.length > 1 ? (
        <Menu position="bottom-start" withinPortal={false}>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('item.data.actions')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map(({ name, icon: Icon, label }) => (
              <Menu.Item key={name} leftSection={<Icon size={18} aria-hidden />} onClick={() => setOpen(name)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        actions.map(({ name, icon: Icon, label }) => (
          <Button key={name} variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={() => setOpen(name)}>
            {label}
          </Button>
        ))
      )}
      <Suspense>
        {open === 'tiles' && <TilesDialog item={item} onClose={() => setOpen(undefined)} />}
        {open === 'view' && <ViewDialog item={item} service={service} layers={layers} filter={filter} onClose={() => setOpen(undefined)} />}
        {open === 'update' && (
          <UpdateDataDialog
            item={item}
            service={service}
            layers={layers}
            rightsOf={rightsOf}
            mayReplace={isOwn}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === 'export' && (
          <ExportDialog
            item={item}
            layers={layers}
            filter={where === undefined ? undefined : { layerId: opened.id, where }}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Group>
  );
}
