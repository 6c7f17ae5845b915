// The item on a map, within its page.
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import { Button, Group } from '@mantine/core';
import { IconMap2, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { mayEdit } from '../../item-actions/item-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { StatePage } from '../../ui/StatePage.tsx';
import { isClosedTo } from './ClosedLayer.tsx';
import { layersQuery, serviceOf } from './hosted-service.ts';
import classes from './ItemTabs.module.css';
import { useEditRights } from './use-edit-rights.ts';

/** The viewer's own page in a frame: the map's code is loaded when somebody looks. */
export function MapTab({ item }: { item: Item }) {
  const t = useTranslate();
  const mayEditFeatures = useMayEditFeatures(item);
  const query = itemType(item.type).name === 'Web Map' ? { webmap: item.id } : { layers: item.id };
  const closed = useClosed(item);
  if (closed) {
    const action = mayEditFeatures ? { action: { label: t('item.map.edit'), to: paths.mapViewer({ ...query, edit: 1 }) } } : {};
    return (
      <StatePage
        isInline
        title={t('item.map.closed')}
        text={t(mayEditFeatures ? 'item.data.closed-adds' : 'item.data.closed-text')}
        {...action}
      />
    );
  }
  return (
    <section>
      <iframe className={classes.map} src={`${paths.mapViewer(query)}&embed=true`} title={t('item.map.of', { title: item.title })} />
      <Group mt="sm" gap="sm">
        <Button component={Link} to={paths.mapViewer(query)} variant="default" leftSection={<IconMap2 size={18} aria-hidden />}>
          {t('item.open.mapViewer')}
        </Button>
        {mayEditFeatures && (
          <Button
            component={Link}
            to={paths.mapViewer({ ...query, edit: 1 })}
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {t('item.map.edit')}
          </Button>
        )}
      </Group>
    </section>
  );
}

/** Whether it is known that no layer shows its rows to this person; the map does not wait for that. */
function useClosed(item: Item): boolean {
  const session = useSession();
  const service = serviceOf(item);
  const isAsked = service !== undefined && !mayEdit(item, session);
  const { data, error } = useQuery({ ...layersQuery(item.id, service ?? ''), enabled: isAsked });
  // what went wrong is said by the map
  if (!isAsked || error || !data) return false;
  return data.layers.length > 0 && data.layers.every((layer) => isClosedTo(item, layer, session));
}

/** Whether this person may change features of a layer that the portal hosts. */
function useMayEditFeatures(item: Item): boolean {
  const service = serviceOf(item);
  const rightsOf = useEditRights(item, service);
  const isEdited = ({ capabilities }: { capabilities: string }) => {
    const { create, update, remove } = rightsOf({ capabilities });
    return create || update || remove;
  };
  // layers are asked only where one that lets people do everything could be edited
  const isOpen = service !== undefined && isEdited({ capabilities: 'Editing' });
  const { data } = useQuery({ ...layersQuery(item.id, service ?? ''), enabled: isOpen });
  return isOpen && (data?.layers ?? []).some(isEdited);
}
