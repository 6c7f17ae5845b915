// What can be done with the chosen items.
import type { Item } from '@graticule/contract/content/item';
import { Button, CloseButton, Menu, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconFolder, IconShare, IconTags, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { SelectAll } from '../../bulk/SelectAll.tsx';
import { mayDelete, mayEdit, mayMove, mayShare } from '../../item-actions/item-rights.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './ContentBar.module.css';
import type { ContentAction } from './ContentDialogs.tsx';
import { BIN, FURTHEST } from './content-query.ts';
import type { ContentState } from './use-content-page.ts';

/** Actions that are not allowed for all of them say so. */
export function SelectionActions({ state }: { state: ContentState }) {
  const { chosen, clear } = state.selection;
  const { total = 0 } = state.content;
  const isBin = state.choice.folder === BIN;
  const onAction = (action: ContentAction) => state.act(action, chosen);
  const t = useTranslate();
  const format = useFormat();
  const all = Math.min(total, FURTHEST);
  const isGathering = state.gathering.count !== undefined;
  return (
    <>
      <CloseButton aria-label={t('content.deselect')} size={36} onClick={clear} />
      <span className={classes.selected} role="status">
        {t('content.selected', { count: chosen.length, shown: format.number(chosen.length) })}
      </span>
      {chosen.length < all && (
        <SelectAll isGathering={isGathering} onAll={state.gathering.all}>
          {t('content.select-result', { count: all, shown: format.number(all) })}
        </SelectAll>
      )}
      {isBin ? <BinActions onAction={onAction} /> : <ItemActions chosen={chosen} onAction={onAction} />}
    </>
  );
}

interface ActionsProps {
  chosen: readonly Item[];
  onAction: (action: ContentAction) => void;
}

function ItemActions({ chosen, onAction }: ActionsProps) {
  const t = useTranslate();
  const session = useSession();
  const isProtected = chosen.every((item) => item.protected);
  const action = (name: ContentAction, label: string, icon: ReactNode, isAllowed: boolean, why = t('content.not-allowed')) => (
    <Tooltip label={why} disabled={isAllowed}>
      <Button
        variant="default"
        size="sm"
        c={name === 'delete' && isAllowed ? 'var(--vermilion)' : undefined}
        leftSection={icon}
        data-disabled={!isAllowed || undefined}
        aria-disabled={!isAllowed || undefined}
        onClick={(event) => (isAllowed ? onAction(name) : event.preventDefault())}
      >
        {label}
      </Button>
    </Tooltip>
  );
  const isEditable = chosen.every((item) => mayEdit(item, session));
  return (
    <>
      {action(
        'move',
        t('item.move'),
        <IconFolder size={16} aria-hidden />,
        chosen.every((item) => mayMove(item, session)),
      )}
      {action(
        'share',
        t('item.share'),
        <IconShare size={16} aria-hidden />,
        chosen.every((item) => mayShare(item, session)),
      )}
      {action('tags', t('content.tags'), <IconTags size={16} aria-hidden />, isEditable)}
      {action(
        'delete',
        t('shell.delete'),
        <IconTrash size={16} aria-hidden />,
        !isProtected && chosen.every((item) => mayDelete(item, session)),
        t(isProtected ? 'content.all-protected' : 'content.not-allowed'),
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button variant="default" size="sm" leftSection={<IconDots size={16} aria-hidden />}>
            {t('content.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!isEditable || isProtected} onClick={() => onAction('protect')}>
            {t('content.protect')}
          </Menu.Item>
          <Menu.Item disabled={!isEditable || !chosen.some((item) => item.protected)} onClick={() => onAction('unprotect')}>
            {t('content.unprotect')}
          </Menu.Item>
          {session.can('portal:admin:reassignItems') && <Menu.Item onClick={() => onAction('reassign')}>{t('content.reassign')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function BinActions({ onAction }: { onAction: (action: ContentAction) => void }) {
  const t = useTranslate();
  return (
    <>
      <Button size="sm" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => onAction('restore')}>
        {t('content.restore')}
      </Button>
      <Button
        variant="default"
        size="sm"
        c="var(--vermilion)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onAction('erase')}
      >
        {t('content.erase')}
      </Button>
    </>
  );
}
