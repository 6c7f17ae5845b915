// The buttons of an item: the main one first, the rest in a menu.
import type { Item } from '@graticule/contract/content/item';
import { protectItem, unprotectItem } from '@graticule/contract/content/user-items';
import type { OpenAction, OpenActionName } from '@graticule/contract/item-types/open-actions';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconAppWindow,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconFolder,
  IconLock,
  IconLockOpen,
  IconMap2,
  IconPencil,
  IconShare,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { isAppTemplate } from '../../item-actions/create-app.ts';
import type { OpenDialog } from '../../item-actions/ItemDialogs.tsx';
import { isDownloadable, mayDelete, mayEdit, mayMove, mayShare, publishableAs } from '../../item-actions/item-rights.ts';
import { openActionsOf } from '../../item-actions/open-config.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useProbedOpen } from '../../item-actions/use-probed-open.ts';
import { useTranslate } from '../../language/use-language.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import classes from './ItemPage.module.css';

interface Props {
  item: Item;
  onOpen: (action: OpenDialog['action']) => void;
}

/** Only what this person may do is offered. */
export function ItemActions({ item, onOpen }: Props) {
  const t = useTranslate();
  const session = useSession();
  const protection = useItemChange(() => call(item.protected ? unprotectItem : protectItem, { username: item.owner, id: item.id }), {
    success: t(item.protected ? 'item.unprotected' : 'item.protected'),
  });
  const ways = openActionsOf(item, session).filter(({ name }) => name !== 'details');
  const probe = useProbedOpen();
  const canPublish = publishableAs(item, session) !== undefined;
  const hasData = isDownloadable(item);
  const offered = ways.filter(({ name }) => name !== 'downloadAttachment' || hasData);
  const [main, ...others] = offered.filter(({ name }) => !IN_MENU.has(name));
  const inMenu = offered.filter(({ name }) => IN_MENU.has(name));
  const canEdit = mayEdit(item, session);
  const canMove = mayMove(item, session);
  const canDelete = mayDelete(item, session);
  const isTemplate = isAppTemplate(item);
  const canCreateApp = (isTemplate || item.type === 'Web Map') && session.can('portal:user:createItem');
  const hasMenu = canMove || canDelete || inMenu.length > 0;

  return (
    <div className={classes.actions}>
      {canPublish && (
        <Button leftSection={<IconStack2 size={18} aria-hidden />} onClick={() => onOpen('publish')}>
          {t('item.publish')}
        </Button>
      )}
      {[...(main ? [main] : []), ...others].map((way, i) => (
        <OpenButton key={way.name} way={way} isMain={i === 0 && !canPublish} onProbe={probe} />
      ))}
      {canCreateApp && (
        <Button variant="default" leftSection={<IconAppWindow size={18} aria-hidden />} onClick={() => onOpen('create-app')}>
          {t(isTemplate ? 'item.app.from-template' : 'item.app.from-map')}
        </Button>
      )}
      {mayShare(item, session) && (
        <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={() => onOpen('share')}>
          {t('item.share')}
        </Button>
      )}
      {canEdit && (
        <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onOpen('edit')}>
          {t('item.edit')}
        </Button>
      )}
      <FavouriteButton item={item} />
      {hasMenu && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('item.more')}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map((way) => (
              <Menu.Item key={way.name} component="a" href={way.href} leftSection={<IconExternalLink size={16} aria-hidden />}>
                {t(`item.open.${way.name}`)}
              </Menu.Item>
            ))}
            {canMove && (
              <Menu.Item leftSection={<IconFolder size={16} aria-hidden />} onClick={() => onOpen('move')}>
                {t('item.move')}
              </Menu.Item>
            )}
            {canMove && (
              <Menu.Item
                leftSection={item.protected ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
                onClick={() => protection.mutate(undefined)}
              >
                {t(item.protected ? 'item.unprotect' : 'item.protect')}
              </Menu.Item>
            )}
            {canDelete && (
              <Menu.Item
                color="vermilion"
                disabled={item.protected}
                title={item.protected ? t('errors.CONT_0048') : undefined}
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => onOpen('delete')}
              >
                {t('shell.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

/** Ways of opening that few people look for. */
const IN_MENU: ReadonlySet<OpenActionName> = new Set(['downloadStyle', 'openInDesktop', 'editAppBuilder']);

interface OpenButtonProps {
  way: OpenAction;
  isMain: boolean;
  onProbe: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** Pages of the portal open in place, other addresses in a tab that knows nothing of this one. */
function OpenButton({ way, isMain, onProbe }: OpenButtonProps) {
  const t = useTranslate();
  const look = { variant: isMain ? 'filled' : 'default', children: t(`item.open.${way.name}`) } as const;
  if (way.name === 'downloadAttachment') {
    return (
      <Button
        component="a"
        href={way.href}
        download
        onClick={way.isProbed ? onProbe : undefined}
        leftSection={<IconDownload size={18} aria-hidden />}
        {...look}
      />
    );
  }
  if (way.isOutside) {
    return (
      <Button
        component="a"
        href={way.href}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconExternalLink size={18} aria-hidden />}
        {...look}
      />
    );
  }
  const Icon = way.name === 'configureApp' ? IconAdjustmentsHorizontal : IconMap2;
  return <Button component={Link} to={way.href} leftSection={<Icon size={18} aria-hidden />} {...look} />;
}
