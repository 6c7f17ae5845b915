// The line above one's content: select, act on the selection, filter, sort, show as.
import type { Item } from '@graticule/contract/content/item';
import type { ItemFilter } from '@graticule/contract/item-types/item-type';
import { Button, Checkbox, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFolder, IconSearch, IconShare, IconTrash } from '@tabler/icons-react';
import { useSession } from '../../api/session.ts';
import type { OpenDialog } from '../../item-actions/ItemDialogs.tsx';
import { mayDelete, mayMove, mayShare } from '../../item-actions/item-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ListBar } from '../../shell/ListBar.tsx';
import { FILTER_LABEL } from '../../shell/search-filters.ts';
import { type ListView, ViewSwitch } from '../../shell/ViewSwitch.tsx';
import type { ContentChoice } from './content-query.ts';

const FILTERS: readonly ItemFilter[] = ['maps', 'layers', 'apps', 'scenes', 'tools', 'files'];
const SORTS = ['modified:desc', 'created:desc', 'title:asc', 'type:asc', 'numviews:desc'] as const;

interface Props {
  choice: ContentChoice;
  onChoose: (changes: Partial<ContentChoice>) => void;
  view: ListView;
  onView: (view: ListView) => void;
  items: readonly Item[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  chosen: readonly Item[];
  onOpen: (dialog: OpenDialog) => void;
}

/** With a selection, the actions take the place of the filters. */
export function ContentBar({ choice, onChoose, view, onView, items, selected, onSelect, chosen, onOpen }: Props) {
  const t = useTranslate();
  const search = useDebouncedCallback((text: string) => onChoose({ text }), 300);
  const isAll = items.length > 0 && chosen.length === items.length;
  return (
    <ListBar
      start={
        <Checkbox
          label={chosen.length > 0 ? t('content.selected', { count: chosen.length }) : t('content.select-all')}
          checked={isAll}
          indeterminate={chosen.length > 0 && !isAll}
          disabled={items.length === 0}
          onChange={() => onSelect(isAll ? new Set() : new Set(items.map((item) => item.id)))}
        />
      }
    >
      {selected.size > 0 ? (
        <SelectionActions chosen={chosen} onOpen={onOpen} />
      ) : (
        <>
          <TextInput
            aria-label={t('content.filter')}
            placeholder={t('content.filter')}
            leftSection={<IconSearch size={16} aria-hidden />}
            defaultValue={choice.text}
            w={200}
            onChange={(event) => search(event.currentTarget.value)}
          />
          <Select
            aria-label={t('content.kind')}
            placeholder={t('content.kind')}
            clearable
            w={140}
            value={choice.filter ?? null}
            onChange={(value) => onChoose({ filter: FILTERS.find((each) => each === value) })}
            data={FILTERS.map((value) => ({ value, label: t(FILTER_LABEL[value]) }))}
          />
          <Select
            aria-label={t('search.sort')}
            allowDeselect={false}
            w={160}
            value={choice.sort}
            onChange={(sort) => sort && onChoose({ sort })}
            data={SORTS.map((value) => ({ value, label: t(`content.sort.${value.split(':')[0] as 'modified'}`) }))}
          />
          <ViewSwitch value={view} onChange={onView} />
        </>
      )}
    </ListBar>
  );
}

function SelectionActions({ chosen, onOpen }: { chosen: readonly Item[]; onOpen: (dialog: OpenDialog) => void }) {
  const t = useTranslate();
  const session = useSession();
  const isProtected = chosen.some((item) => item.protected);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconShare size={16} aria-hidden />}
        disabled={!chosen.every((item) => mayShare(item, session))}
        onClick={() => onOpen({ action: 'share', items: chosen })}
      >
        {t('item.share')}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFolder size={16} aria-hidden />}
        disabled={!chosen.every((item) => mayMove(item, session))}
        onClick={() => onOpen({ action: 'move', items: chosen })}
      >
        {t('item.move')}
      </Button>
      <Button
        variant="default"
        size="sm"
        c="var(--vermilion)"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={isProtected || !chosen.every((item) => mayDelete(item, session))}
        onClick={() => onOpen({ action: 'delete', items: chosen })}
      >
        {t('shell.delete')}
      </Button>
      {isProtected && (
        <Text size="xs" c="dimmed">
          {t('content.some-protected')}
        </Text>
      )}
    </>
  );
}
