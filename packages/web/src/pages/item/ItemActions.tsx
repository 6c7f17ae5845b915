// The buttons of an item: the main one first, the rest in a menu.
import type { Item } from '@graticule/contract/content/item';
import { protectItem, unprotectItem } from '@graticule/contract/content/user-items';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
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
import { Link } from 'react-router';
import { itemDataAddress } from '../../api/addresses.ts';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import type { OpenDialog } from '../../item-actions/ItemDialogs.tsx';
import { isDownloadable, mayDelete, mayEdit, mayMove, mayShare, publishableAs } from '../../item-actions/item-rights.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { externalAddress, mapViewerAddress } from '../../items/item-address.ts';
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
  const viewer = mapViewerAddress(item);
  const external = externalAddress(item);
  const canPublish = publishableAs(item, session) !== undefined;
  const canDownload = isDownloadable(item);
  const canEdit = mayEdit(item, session);
  const canMove = mayMove(item, session);
  const canDelete = mayDelete(item, session);
  const hasMenu = canMove || canDelete;

  return (
    <div className={classes.actions}>
      {viewer && (
        <Button component={Link} to={viewer} leftSection={<IconMap2 size={18} aria-hidden />}>
          {t('item.open-map')}
        </Button>
      )}
      {external && (
        <Button
          component="a"
          href={external}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('item.open')}
        </Button>
      )}
      {canPublish && (
        <Button leftSection={<IconStack2 size={18} aria-hidden />} onClick={() => onOpen('publish')}>
          {t('item.publish')}
        </Button>
      )}
      {canDownload && (
        <Button
          component="a"
          href={itemDataAddress(item.id)}
          download
          variant={canPublish ? 'default' : 'filled'}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('item.download')}
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
