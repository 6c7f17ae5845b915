// Before a row: what belongs to it in other layers, with the number of rows.
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconHierarchy2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/keys.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { countRelated, type RelatedLayer, scopeOf } from './related-rows.ts';

interface Props {
  itemId: string;
  service: string;
  layer: LayerInfo;
  related: readonly RelatedLayer[];
  feature: WireFeature;
  onOpen: (related: RelatedLayer) => void;
}

/** A menu of its own. */
export function RelatedMenu({ tabIndex, ...props }: Props & { tabIndex: number | undefined }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const objectId = Number(props.feature.attributes[props.layer.objectIdField]);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} tabIndex={tabIndex} aria-label={t('item.data.related-of', { id: objectId })}>
          <IconHierarchy2 size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{isOpen && <RelatedEntries {...props} />}</Menu.Dropdown>
    </Menu>
  );
}

/** Entries of an open menu; the numbers are asked for when they are shown. */
export function RelatedEntries({ itemId, service, layer, related, feature, onOpen }: Props) {
  const t = useTranslate();
  const objectId = Number(feature.attributes[layer.objectIdField]);
  return (
    <>
      <Menu.Label>{t('item.data.related')}</Menu.Label>
      {related.map((each) => (
        <Entry
          key={each.id}
          count={{ itemId, service, layer, objectId }}
          related={each}
          hasKey={scopeOf(each, feature.attributes[each.keyHere.name]) !== undefined}
          onOpen={() => onOpen(each)}
        />
      ))}
    </>
  );
}

interface EntryProps {
  count: { itemId: string; service: string; layer: LayerInfo; objectId: number };
  related: RelatedLayer;
  hasKey: boolean;
  onOpen: () => void;
}

function Entry({ count: { itemId, service, layer, objectId }, related, hasKey, onOpen }: EntryProps) {
  const t = useTranslate();
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: keys.itemPart(itemId, `rows-${related.layer.id}-of-${layer.id}-${related.id}-${objectId}`),
    queryFn: () => countRelated(service, layer, objectId, related.id),
    enabled: hasKey,
    staleTime: 0,
    retry: false,
  });
  const number = data === undefined ? '…' : t('item.data.rows', { count: data, shown: format.number(data) });
  const missing = t('item.data.related-no-key', { name: related.keyHere.alias });
  return (
    <Menu.Item disabled={!hasKey} onClick={onOpen}>
      <bdi>{related.layer.name}</bdi>
      <Text size="xs" c="dimmed">
        {hasKey ? (error ? t('item.data.related-unknown') : number) : missing}
      </Text>
    </Menu.Item>
  );
}
