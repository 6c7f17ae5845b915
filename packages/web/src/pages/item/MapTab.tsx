// The item on a map, within its page.
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import { Button, Group } from '@mantine/core';
import { IconMap2, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { editRights, visitorRights } from '../../features/edit-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { layersQuery, serviceOf } from './hosted-service.ts';
import classes from './ItemTabs.module.css';
import { serviceQuery } from './layer-settings.ts';

/** The viewer's own page in a frame: the map's code is loaded when somebody looks. */
export function MapTab({ item }: { item: Item }) {
  const t = useTranslate();
  const mayEdit = useMayEditFeatures(item);
  const query = itemType(item.type).name === 'Web Map' ? { webmap: item.id } : { layers: item.id };
  return (
    <section>
      <iframe className={classes.map} src={`${paths.mapViewer(query)}&embed=true`} title={t('item.map.of', { title: item.title })} />
      <Group mt="sm" gap="sm">
        <Button component={Link} to={paths.mapViewer(query)} variant="default" leftSection={<IconMap2 size={18} aria-hidden />}>
          {t('item.open.mapViewer')}
        </Button>
        {mayEdit && (
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

/** Whether this person may change features of a layer that the portal hosts. Only for visitors the service itself is asked, too. */
function useMayEditFeatures(item: Item): boolean {
  const session = useSession();
  const service = serviceOf(item);
  const isVisitor = session.user === undefined;
  const told = useQuery({ ...serviceQuery(item.id, service ?? ''), enabled: service !== undefined && isVisitor }).data;
  const visitors = told && visitorRights(told);
  const isOpen = !isVisitor || visitors?.update === true || visitors?.remove === true;
  const { data } = useQuery({ ...layersQuery(item.id, service ?? ''), enabled: service !== undefined && isOpen });
  return (data?.layers ?? []).some((layer) => {
    const { create, update, remove } = editRights(item, layer, session, visitors);
    return create || update || remove;
  });
}
