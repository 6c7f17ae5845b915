// Everything that the content page keeps in mind: choices of the address, what is in sight, what is chosen.
import type { Folder, Item } from '@graticule/contract/content/item';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { keys } from '../../api/keys.ts';
import { useBulk } from '../../bulk/use-bulk.tsx';
import { useSelection } from '../../bulk/use-selection.ts';
import { useFolders } from '../../item-actions/use-folders.ts';
import { useTranslate } from '../../language/use-language.ts';
import { LIST_VIEW_KEY, LIST_VIEWS } from '../../shell/ViewSwitch.tsx';
import { keep, kept } from '../../ui/kept.ts';
import { useKept } from '../../ui/use-kept.ts';
import type { ItemsKind } from './bulk/operations.ts';
import { useItemWords } from './bulk/use-item-words.ts';
import { atOnce, type ContentAction, type OpenAction } from './ContentDialogs.tsx';
import { COLUMNS_KEY, type Column, readColumns } from './columns.ts';
import { BIN, readChoice } from './content-query.ts';
import { useContentItems } from './use-content-items.ts';
import { useGathering } from './use-gathering.ts';
import { useWindowRows } from './use-window-rows.ts';

/** Room for a finger on phones, dense elsewhere. */
const ROW_HEIGHT = { phone: 72, desk: 57 };
const MORE_CARDS = 48;

const idOf = ({ id }: Item) => id;

/** Changes of the address; undefined takes a choice back. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** The state of the page. */
export type ContentState = ReturnType<typeof useContentPage>;

/** Choices are in the address; selection and dialogs are not. */
export function useContentPage(username: string) {
  const t = useTranslate();
  const [params, setParams] = useSearchParams();
  const choice = useMemo(() => readChoice(params, username), [params, username]);
  const [view, setView] = useKept(LIST_VIEW_KEY, LIST_VIEWS, 'rows');
  const [columns, setColumns] = useState<readonly Column[]>(() => readColumns(kept(COLUMNS_KEY)));
  const [shownCards, setShownCards] = useState(MORE_CARDS);
  const [open, setOpen] = useState<OpenAction>();
  const [dragged, setDragged] = useState<readonly Item[]>();
  const listRef = useRef<HTMLTableSectionElement>(null);
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const rowHeight = isPhone ? ROW_HEIGHT.phone : ROW_HEIGHT.desk;
  const [count, setCount] = useState(0);
  const inSight = useWindowRows(listRef, count, rowHeight);
  const range = view === 'cards' && choice.folder !== BIN ? { first: 0, end: shownCards } : inSight;
  const content = useContentItems(choice, range.first, range.end);
  if (content.reachable !== count) setCount(content.reachable);
  const { folders, rootCount } = useFolders(username);
  const selection = useSelection(idOf);
  const { clear } = selection;
  const gathering = useGathering(content, selection);
  const bulk = useBulk<Item, ItemsKind>({ words: useItemWords(), stale: keys.items, onChanged: clear });
  const folder: Folder | undefined = folders.find((each) => each.id === choice.folder);

  const choose = useCallback(
    (changes: Changes) => {
      clear();
      setShownCards(MORE_CARDS);
      setParams(
        () => {
          // From the address itself: what was chosen a moment ago may not be drawn yet, and must not be undone.
          const next = new URLSearchParams(location.search);
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: !('folder' in changes) },
      );
    },
    [clear, setParams],
  );
  const act = (action: ContentAction, items: readonly Item[]) => {
    const operation = atOnce({ action, items });
    if (operation) void bulk.start(operation, items);
    else setOpen({ action, items });
  };
  const folderTitle = useCallback(
    (id: string | null | undefined) => (id ? (folders.find((each) => each.id === id)?.title ?? '') : t('content.root')),
    [folders, t],
  );
  const chooseColumns = (next: readonly Column[]) => {
    keep(COLUMNS_KEY, next.join(','));
    setColumns(next);
  };
  return {
    username,
    choice,
    choose,
    view,
    setView,
    columns,
    chooseColumns,
    shownCards,
    showMoreCards: useCallback(() => setShownCards((now) => now + MORE_CARDS), []),
    open,
    setOpen,
    act,
    dragged,
    setDragged,
    listRef,
    rowHeight,
    range,
    content,
    folders,
    rootCount,
    folder,
    folderTitle,
    selection,
    gathering,
    bulk,
  };
}
