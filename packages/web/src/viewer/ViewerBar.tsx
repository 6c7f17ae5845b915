// The bar above the map: its name, undo and redo, save, share.
import type { WebMap } from '@graticule/contract/documents/web-map';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconArrowForwardUp, IconChevronDown, IconDeviceFloppy, IconShare3 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useErrorWords } from '../api/error-words.ts';
import { useSession } from '../api/session.ts';
import { mayEdit } from '../item-actions/item-rights.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import classes from './MapViewer.module.css';
import { SaveDialog } from './SaveDialog.tsx';
import { ShareMapDialog } from './ShareMapDialog.tsx';
import { saveMap } from './save-map.ts';
import { useViewer } from './viewer-context.ts';

interface Props {
  isUnsaved: boolean;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onSaved: (id: string, map: WebMap) => Promise<void>;
  /** The keys for undo are those of the map; while a feature is drawn they belong to it. */
  hasKeys: boolean;
}

/** A visitor sees the name only, and a way to sign in. */
export function ViewerBar({ isUnsaved, canUndo, canRedo, onUndo, onRedo, onSaved, hasKeys }: Props) {
  const t = useTranslate();
  const { item } = useViewer();
  const [dialog, setDialog] = useState<'save-as' | 'share'>();
  useHotkeys(
    hasKeys
      ? [
          ['mod+Z', onUndo],
          ['mod+shift+Z', onRedo],
          ['mod+Y', onRedo],
        ]
      : [],
  );
  return (
    <header className={classes.bar}>
      <h1 className={classes.title} title={item?.title} dir="auto">
        {item ? <Link to={paths.item(item.id)}>{item.title}</Link> : t('viewer.untitled')}
      </h1>
      {isUnsaved && <span className={classes.unsaved}>{t('viewer.unsaved')}</span>}
      <span className={classes.spring} />
      <Tooltip label={t('viewer.undo')}>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('viewer.undo')} disabled={!canUndo} onClick={onUndo}>
          <IconArrowBackUp size={20} className={classes.directed} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('viewer.redo')}>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('viewer.redo')} disabled={!canRedo} onClick={onRedo}>
          <IconArrowForwardUp size={20} className={classes.directed} />
        </ActionIcon>
      </Tooltip>
      <SaveButtons isUnsaved={isUnsaved} onSaveAs={() => setDialog('save-as')} onSaved={onSaved} />
      {item && (
        <Button
          variant="default"
          leftSection={<IconShare3 size={18} aria-hidden />}
          className={`${classes.barButton} ${classes.iconOnPhone}`}
          onClick={() => setDialog('share')}
          aria-label={t('viewer.share')}
        >
          <span className={classes.wideOnly}>{t('viewer.share')}</span>
        </Button>
      )}
      {dialog === 'save-as' && <SaveDialog onClose={() => setDialog(undefined)} onSaved={onSaved} />}
      {dialog === 'share' && item && <ShareMapDialog item={item} isUnsaved={isUnsaved} onClose={() => setDialog(undefined)} />}
    </header>
  );
}

interface SaveProps {
  isUnsaved: boolean;
  onSaveAs: () => void;
  onSaved: Props['onSaved'];
}

function SaveButtons({ isUnsaved, onSaveAs, onSaved }: SaveProps) {
  const t = useTranslate();
  const words = useErrorWords();
  const session = useSession();
  const { map, item, engine } = useViewer();
  const { pathname, search } = useLocation();
  const maySave = item !== undefined && mayEdit(item, session);
  const saving = useMutation({
    mutationFn: async () => {
      if (!item || !engine) return;
      await onSaved(item.id, await saveMap(item, map, engine));
    },
    onSuccess: () => notifications.show({ message: t('viewer.saved'), color: 'lichen' }),
    onError: (error) => notifications.show({ message: words(error).text, color: 'vermilion', autoClose: 8000 }),
  });
  const save = () => (maySave ? saving.mutate() : onSaveAs());
  const mayCreate = session.can('portal:user:createItem');
  useHotkeys([['mod+S', () => session.user && (maySave || mayCreate) && save()]]);
  if (!session.user) {
    return (
      <Button
        component={Link}
        variant="default"
        className={`${classes.barButton} ${classes.iconOnPhone}`}
        leftSection={<IconDeviceFloppy size={18} aria-hidden />}
        aria-label={t('viewer.sign-in-to-save')}
        to={paths.signIn({ returnUrl: pathname + search })}
      >
        <span className={classes.wideOnly}>{t('viewer.sign-in-to-save')}</span>
      </Button>
    );
  }
  if (!maySave && !mayCreate) return null;
  return (
    <Button.Group>
      <Button
        leftSection={<IconDeviceFloppy size={18} aria-hidden />}
        className={classes.barButton}
        loading={saving.isPending}
        disabled={!engine || (maySave && !isUnsaved)}
        onClick={save}
      >
        {maySave ? t('viewer.save') : t('viewer.save-as')}
      </Button>
      {maySave && mayCreate && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button px={8} className={classes.barButton} aria-label={t('viewer.save-more')}>
              <IconChevronDown size={18} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={save} disabled={!engine}>
              {t('viewer.save-view')}
            </Menu.Item>
            <Menu.Item onClick={onSaveAs}>{t('viewer.save-as')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
}
