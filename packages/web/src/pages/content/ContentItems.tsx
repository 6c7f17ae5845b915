// The list itself: table, cards, or why there is nothing.
import { useSession } from '../../api/session.ts';
import { useUndoKey } from '../../bulk/use-undo-key.ts';
import { ItemCardsSkeleton } from '../../items/ItemCards.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { StatePage } from '../../ui/StatePage.tsx';
import { ContentCards } from './ContentCards.tsx';
import { ContentTable } from './ContentTable.tsx';
import { BIN_COLUMNS } from './columns.ts';
import { BIN, FURTHEST, isFiltered } from './content-query.ts';
import { RowMenu } from './RowMenu.tsx';
import { isNewestFirst, sortChange } from './sorts.ts';
import type { ContentState } from './use-content-page.ts';

interface Props {
  state: ContentState;
  onAdd: (() => void) | undefined;
}

/** Rows drawn grey while the list is loaded for the first time. */
const GREY_ROWS = 8;

/** Ctrl and Z undo the last operation wherever the focus is on the page. */
export function ContentItems({ state, onAdd }: Props) {
  const { choice, content, view, range, selection, gathering, choose, act, bulk } = state;
  const t = useTranslate();
  useUndoKey(bulk.undoLast);
  if (content.total === 0) return <NothingHere state={state} onAdd={onAdd} />;
  const isBin = choice.folder === BIN;
  if (view === 'cards' && !isBin) {
    if (content.total === undefined) return <ItemCardsSkeleton count={GREY_ROWS} />;
    return (
      <ContentCards
        content={content}
        shown={state.shownCards}
        onMore={state.showMoreCards}
        selection={selection}
        onStretch={gathering.stretch}
      />
    );
  }
  const isLoading = content.total === undefined;
  return (
    <>
      <ContentTable
        choice={choice}
        content={isLoading ? { ...content, reachable: GREY_ROWS } : content}
        first={isLoading ? 0 : range.first}
        end={isLoading ? GREY_ROWS : range.end}
        rowHeight={state.rowHeight}
        columns={isBin ? BIN_COLUMNS : state.columns}
        folderTitle={state.folderTitle}
        selection={selection}
        listRef={state.listRef}
        onSort={(field) => choose(sortChange(field, field === choice.sortField ? !choice.isDescending : isNewestFirst(field)))}
        onStretch={gathering.stretch}
        onAll={gathering.all}
        onDelete={() => act(isBin ? 'erase' : 'delete', selection.chosen)}
        onDrag={state.setDragged}
        menu={(item, tabIndex) => <RowMenu item={item} tabIndex={tabIndex} onOpen={(action) => act(action, [item])} />}
      />
      {(content.total ?? 0) > FURTHEST && <p>{t('content.too-many', { count: FURTHEST })}</p>}
    </>
  );
}

function NothingHere({ state: { choice, folder, choose, username }, onAdd }: Props) {
  const t = useTranslate();
  const isOwn = useSession().user?.username === username;
  if (choice.folder === BIN) return <StatePage isInline title={t('content.bin-empty')} text={t('content.bin-empty-text')} />;
  if (isFiltered(choice)) {
    return (
      <StatePage
        isInline
        title={t('content.nothing')}
        text={t('content.nothing-text')}
        action={{
          label: t('content.clear'),
          onClick: () => choose({ q: undefined, type: undefined, access: undefined, since: undefined }),
        }}
      />
    );
  }
  return (
    <StatePage
      isInline
      title={t(folder ? 'content.empty-folder' : 'content.empty')}
      text={t(onAdd ? 'content.empty-text' : isOwn ? 'content.empty-own' : 'content.empty-other')}
      action={onAdd ? { label: t('content.add'), onClick: onAdd } : { label: t('shell.search'), to: paths.search({ t: 'content' }) }}
    />
  );
}
