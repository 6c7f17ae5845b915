// Searches the portal for layers and puts them on the map.
import type { Item } from '@graticule/contract/content/item';
import { addLayer } from '@graticule/contract/documents/web-map-edit';
import { searchItems } from '@graticule/contract/search';
import { Button, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ItemThumbnail } from '../../items/ItemThumbnail.tsx';
import { itemQuery, quoted } from '../../items/search-query.ts';
import { useTranslate } from '../../language/use-language.ts';
import { LAYER_TYPES, layersOfItem } from '../layers-of-item.ts';
import { useViewer } from '../viewer-context.ts';
import classes from './AddLayer.module.css';

const PAGE = 20;

/** Everything the person may see, or only their own. */
export function AddLayerPanel() {
  const t = useTranslate();
  const words = useErrorWords();
  const { user } = useSession();
  const [text, setText] = useState('');
  const [whose, setWhose] = useState<'all' | 'mine'>('all');
  const [typed] = useDebouncedValue(text, 250);
  const types = `type:(${LAYER_TYPES.map(quoted).join(' OR ')})`;
  const owner = whose === 'mine' ? user?.username : undefined;
  const query = {
    q: `${itemQuery({ text: typed, ...(owner ? { owner } : {}) })} AND ${types}`,
    num: PAGE,
    ...(typed.trim() === '' ? { sortField: 'modified', sortOrder: 'desc' as const } : {}),
  };
  const { data, error, isLoading } = useQuery({ queryKey: keys.itemSearch(query), queryFn: () => call(searchItems, query) });
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        size="md"
        leftSection={<IconSearch size={18} aria-hidden />}
        aria-label={t('viewer.add.search')}
        placeholder={t('viewer.add.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {user && (
        <SegmentedControl
          aria-label={t('viewer.add.whose')}
          value={whose}
          onChange={(value) => setWhose(value === 'mine' ? 'mine' : 'all')}
          data={[
            { value: 'all', label: t('viewer.add.all') },
            { value: 'mine', label: t('viewer.add.mine') },
          ]}
        />
      )}
      {isLoading && [1, 2, 3].map((n) => <Skeleton key={n} height={60} />)}
      {error && <Text c="vermilion">{words(error).text}</Text>}
      {data?.results.length === 0 && <Text c="dimmed">{t('viewer.add.none')}</Text>}
      <ul className={classes.list}>
        {data?.results.map((item) => (
          <li key={item.id}>
            <Found item={item} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function Found({ item }: { item: Item }) {
  const t = useTranslate();
  const words = useErrorWords();
  const { map, change, engine } = useViewer();
  const isEmpty = map.operationalLayers.length === 0;
  const adding = useMutation({
    mutationFn: () => layersOfItem(item),
    onSuccess: (layers) => {
      change((now) => layers.reduce((next, layer) => addLayer(next, layer), now));
      const [corner, opposite] = item.extent;
      if (isEmpty && corner && opposite) engine?.camera.fit([corner, opposite]);
      notifications.show({ message: t('viewer.add.added', { title: item.title }) });
    },
    onError: (error) => notifications.show({ message: words(error).text, color: 'vermilion', autoClose: 8000 }),
  });
  return (
    <div className={classes.found}>
      <ItemThumbnail item={item} width={120} className={classes.picture} />
      <div className={classes.words}>
        <span className={classes.name} title={item.title}>
          {item.title}
        </span>
        <span className={classes.owner}>{item.owner}</span>
      </div>
      <Button
        variant="default"
        px={10}
        h={40}
        loading={adding.isPending}
        onClick={() => adding.mutate()}
        aria-label={t('viewer.add.to-map', { title: item.title })}
      >
        <IconPlus size={18} aria-hidden />
      </Button>
    </div>
  );
}
