// What can be done with one item, behind the three dots of its row.
import type { Item } from '@graticule/contract/content/item';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { mayDelete, mayEdit, mayMove, mayShare, publishableAs } from '../../item-actions/item-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useFirstOpening } from '../../ui/use-first-opening.ts';
import type { ContentAction } from './ContentDialogs.tsx';

interface Props {
  item: Item;
  tabIndex?: number;
  onOpen: (action: ContentAction) => void;
}

/** The menu itself is made when it is opened: a long list has many of these buttons. */
export function RowMenu({ item, tabIndex, onOpen }: Props) {
  const t = useTranslate();
  const [isUsed, setUsed] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      tabIndex={tabIndex}
      aria-label={t('content.actions', { title: item.title })}
      aria-haspopup="menu"
      onClick={isUsed ? undefined : () => setUsed(true)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
  if (!isUsed) return button;
  return 'inRecycleBin' in item ? <BinMenu button={button} onOpen={onOpen} /> : <OpenMenu item={item} button={button} onOpen={onOpen} />;
}

function OpenMenu({ item, button, onOpen }: Props & { button: ReactElement }) {
  const t = useTranslate();
  const session = useSession();
  const first = useFirstOpening(button);
  const entries = [
    { action: 'publish', label: t('item.publish'), may: publishableAs(item, session) !== undefined },
    { action: 'share', label: t('item.share'), may: mayShare(item, session) },
    { action: 'edit', label: t('item.edit'), may: mayEdit(item, session) },
    { action: 'move', label: t('item.move'), may: mayMove(item, session) },
    { action: 'tags', label: t('content.tags'), may: mayEdit(item, session) },
    {
      action: item.protected ? 'unprotect' : 'protect',
      label: t(item.protected ? 'content.unprotect' : 'content.protect'),
      may: mayEdit(item, session),
    },
    { action: 'reassign', label: t('content.reassign'), may: session.can('portal:admin:reassignItems') },
    { action: 'delete', label: t('shell.delete'), may: mayDelete(item, session) },
  ] as const;
  return (
    <Menu {...first.menu} position="bottom-end" width={200}>
      <Menu.Target>{first.button}</Menu.Target>
      <Menu.Dropdown>
        {entries
          .filter((entry) => entry.may)
          .map(({ action, label }) => (
            <Menu.Item
              key={action}
              color={action === 'delete' ? 'vermilion' : undefined}
              disabled={action === 'delete' && item.protected}
              title={action === 'delete' && item.protected ? t('errors.CONT_0048') : undefined}
              onClick={() => onOpen(action)}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function BinMenu({ button, onOpen }: Pick<Props, 'onOpen'> & { button: ReactElement }) {
  const t = useTranslate();
  const first = useFirstOpening(button);
  return (
    <Menu {...first.menu} position="bottom-end" width={200}>
      <Menu.Target>{first.button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('restore')}>{t('content.restore')}</Menu.Item>
        <Menu.Item color="vermilion" onClick={() => onOpen('erase')}>
          {t('content.erase')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
