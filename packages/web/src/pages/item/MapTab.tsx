// The item on a map, within its page.
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import classes from './ItemTabs.module.css';

/** The viewer's own page in a frame: the map's code is loaded when somebody looks. */
export function MapTab({ item }: { item: Item }) {
  const t = useTranslate();
  const query = itemType(item.type).name === 'Web Map' ? { webmap: item.id } : { layers: item.id };
  return (
    <section>
      <iframe className={classes.map} src={`${paths.mapViewer(query)}&embed=true`} title={t('item.map.of', { title: item.title })} />
      <Button component={Link} to={paths.mapViewer(query)} variant="default" mt="sm" leftSection={<IconMap2 size={18} aria-hidden />}>
        {t('item.open.mapViewer')}
      </Button>
    </section>
  );
}
