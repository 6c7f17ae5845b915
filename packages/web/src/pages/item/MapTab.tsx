// The item on a map, within its page.
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import { Button, Group } from '@mantine/core';
import { IconMap2, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { layersQuery, serviceOf } from './hosted-service.ts';
import classes from './ItemTabs.module.css';
import { useEditRights } from './use-edit-rights.ts';

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

/** Whether this person may change features of a layer that the portal hosts. */
function useMayEditFeatures(item: Item): boolean {
  const service = serviceOf(item);
  const rightsOf = useEditRights(item, service);
  const mayEdit = ({ capabilities }: { capabilities: string }) => {
    const { create, update, remove } = rightsOf({ capabilities });
    return create || update || remove;
  };
  // layers are asked only where one that lets people do everything could be edited
  const isOpen = service !== undefined && mayEdit({ capabilities: 'Editing' });
  const { data } = useQuery({ ...layersQuery(item.id, service ?? ''), enabled: isOpen });
  return isOpen && (data?.layers ?? []).some(mayEdit);
}
