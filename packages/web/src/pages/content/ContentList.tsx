// One's items as rows or cards, with a checkbox and a menu each.
import type { Item } from '@graticule/contract/content/item';
import type { Page } from '@graticule/contract/paging';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useSession } from '../../api/session.ts';
import type { OpenDialog } from '../../item-actions/ItemDialogs.tsx';
import { mayDelete, mayEdit, mayMove, mayShare, publishableAs } from '../../item-actions/item-rights.ts';
import { ItemCards, ItemCardsSkeleton } from '../../items/ItemCards.tsx';
import { ItemRows, ItemRowsSkeleton } from '../../items/ItemRows.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { Pager } from '../../shell/Pager.tsx';
import type { ListView } from '../../shell/ViewSwitch.tsx';

interface Props {
  page: (Page & { items: Item[] }) | undefined;
  perPage: number;
  view: ListView;
  isStale: boolean;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onOpen: (dialog: OpenDialog) => void;
  onStart: (start: number) => void;
}

/** Grey while it loads for the first time, paler while another page loads. */
export function ContentList({ page, perPage, view, isStale, selected, onSelect, onOpen, onStart }: Props) {
  const t = useTranslate();
  if (!page) return view === 'rows' ? <ItemRowsSkeleton count={6} /> : <ItemCardsSkeleton count={6} />;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <div style={{ opacity: isStale ? 0.6 : 1 }}>
      {view === 'rows' ? (
        <ItemRows
          items={page.items}
          isOwn
          leading={(item) => (
            <Checkbox
              aria-label={t('content.select', { title: item.title })}
              checked={selected.has(item.id)}
              onChange={() => toggle(item.id)}
            />
          )}
          trailing={(item) => <RowMenu item={item} onOpen={onOpen} />}
        />
      ) : (
        <ItemCards items={page.items} />
      )}
      <Pager page={page} perPage={perPage} onStart={onStart} />
    </div>
  );
}

function RowMenu({ item, onOpen }: { item: Item; onOpen: (dialog: OpenDialog) => void }) {
  const t = useTranslate();
  const session = useSession();
  const entries = [
    { action: 'publish', label: t('item.publish'), may: publishableAs(item, session) !== undefined },
    { action: 'share', label: t('item.share'), may: mayShare(item, session) },
    { action: 'edit', label: t('item.edit'), may: mayEdit(item, session) },
    { action: 'move', label: t('item.move'), may: mayMove(item, session) },
    { action: 'delete', label: t('shell.delete'), may: mayDelete(item, session) },
  ] as const;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('content.actions', { title: item.title })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries
          .filter((entry) => entry.may)
          .map(({ action, label }) => (
            <Menu.Item
              key={action}
              color={action === 'delete' ? 'vermilion' : undefined}
              disabled={action === 'delete' && item.protected}
              title={action === 'delete' && item.protected ? t('errors.CONT_0048') : undefined}
              onClick={() => onOpen({ action, items: [item] })}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
