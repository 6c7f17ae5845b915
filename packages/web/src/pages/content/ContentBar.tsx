// The line above one's content: filters, or what to do with the selection.
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useTypeLabel } from '../../items/type-label.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ViewSwitch } from '../../shell/ViewSwitch.tsx';
import { useFocusHeir } from '../../ui/focus-heir.ts';
import { BinBar } from './BinBar.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import classes from './ContentBar.module.css';
import { ACCESS, BIN, isFiltered, SINCE, SORT_FIELDS, type SortField } from './content-query.ts';
import { SelectionActions } from './SelectionActions.tsx';
import { isNewestFirst, sortChange } from './sorts.ts';
import type { ContentState } from './use-content-page.ts';
import { useTypeCounts } from './use-type-counts.ts';

/** Stays in sight while the list is scrolled; with a selection, the actions take the place of the filters. */
export function ContentBar({ state }: { state: ContentState }) {
  const isSelecting = state.selection.chosen.length > 0;
  const bar = useTellHeight();
  const actions = useFocusHeir<HTMLDivElement>(() => document.querySelector<HTMLElement>('[role="grid"] tr[tabindex="0"]'));
  return (
    <div ref={bar} className={classes.bar} data-selecting={isSelecting || undefined}>
      {isSelecting ? (
        <div ref={actions} className={classes.actions}>
          <SelectionActions state={state} />
        </div>
      ) : state.choice.folder === BIN ? (
        <BinBar state={state} />
      ) : (
        <Filters state={state} />
      )}
    </div>
  );
}

/** Tells the list below how high the bar is: the heads of the table stick under it, however many lines it needs. */
function useTellHeight() {
  return useCallback((bar: HTMLDivElement | null) => {
    const around = bar?.parentElement;
    if (!bar || !around) return;
    const watch = new ResizeObserver(() => around.style.setProperty('--bar-height', `${bar.offsetHeight}px`));
    watch.observe(bar);
    return () => watch.disconnect();
  }, []);
}

function Filters({ state }: { state: ContentState }) {
  const { choice, choose, view, setView, columns, chooseColumns, content } = state;
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  const [isOpen, setOpen] = useState(false);
  const types = useTypeCounts(choice);
  const field = useRef<HTMLInputElement>(null);
  const search = useDebouncedCallback((q: string) => choose({ q: q.trim() ? q : undefined }), 250);
  useEffect(() => {
    // the address may change from elsewhere, such as the button that clears the filters
    if (field.current && field.current !== document.activeElement) field.current.value = choice.text;
  }, [choice.text]);
  const label = t(useSession().user?.username === state.username ? 'content.filter' : 'content.filter-other');
  const narrowed = [choice.type, choice.access, choice.since].filter(Boolean).length;
  return (
    <>
      <TextInput
        ref={field}
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={choice.text}
        className={classes.find}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <Button
        variant="default"
        className={classes.more}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {narrowed > 0 ? t('content.filters-on', { count: narrowed }) : t('search.filters')}
      </Button>
      <div className={classes.selects} data-open={isOpen || undefined}>
        <Select
          aria-label={t('search.type')}
          placeholder={t('content.kind')}
          clearable
          searchable
          w={170}
          value={choice.type?.toLowerCase() ?? null}
          onChange={(type) => choose({ type: type ?? undefined })}
          data={types.map(({ value, count }) => ({ value, label: `${typeLabel(value)} (${format.number(count)})` }))}
        />
        <Select
          aria-label={t('search.access')}
          placeholder={t('content.access')}
          clearable
          w={150}
          value={choice.access ?? null}
          onChange={(access) => choose({ access: access ?? undefined })}
          data={ACCESS.map((value) => ({ value, label: t(`shell.access.${value}`) }))}
        />
        <Select
          aria-label={t('search.changed')}
          placeholder={t('search.since.ever')}
          clearable
          w={160}
          value={choice.since ?? null}
          onChange={(since) => choose({ since: since ?? undefined })}
          data={SINCE.map((value) => ({ value, label: t(`search.since.${value}`) }))}
        />
        {isFiltered(choice) && (
          <Button variant="subtle" onClick={() => choose({ q: undefined, type: undefined, access: undefined, since: undefined })}>
            {t('content.clear')}
          </Button>
        )}
      </div>
      <span className={classes.count} role="status">
        {content.total === undefined
          ? content.error === null && t('shell.loading')
          : t('search.found', { count: content.total, shown: format.number(content.total) })}
      </span>
      <SortSelect choice={choice} choose={choose} isAlways={view === 'cards'} />
      <span className={classes.wide}>{view === 'rows' && <ColumnMenu columns={columns} onChange={chooseColumns} />}</span>
      <ViewSwitch value={view} onChange={setView} />
    </>
  );
}

/** On phones and above cards; the table is sorted by its heads. */
function SortSelect({ choice, choose, isAlways }: Pick<ContentState, 'choice' | 'choose'> & { isAlways: boolean }) {
  const t = useTranslate();
  return (
    <Select
      aria-label={t('search.sort')}
      className={isAlways ? undefined : classes.narrow}
      allowDeselect={false}
      w={150}
      value={choice.sortField}
      onChange={(value) => value && choose(sortChange(value as SortField, isNewestFirst(value as SortField)))}
      data={SORT_FIELDS.map((value) => ({ value, label: t(`content.column.${value}`) }))}
    />
  );
}
