// The content of one person: folders beside the list, filters and actions above it.
import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useSession } from '../../api/session.ts';
import { BulkProgress } from '../../bulk/BulkProgress.tsx';
import { OutcomeDialog } from '../../bulk/OutcomeDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { offerFiles, useOpenUploads } from '../../uploads/open-uploads.ts';
import { chosenFiles } from '../../uploads/pack-files.ts';
import type { GivenFile } from '../../uploads/together.ts';
import { usePacking } from '../../uploads/use-packing.ts';
import { AddActions } from './AddActions.tsx';
import { moving } from './bulk/operations.ts';
import { useItemWords } from './bulk/use-item-words.ts';
import { ContentBar } from './ContentBar.tsx';
import { ContentDialogs } from './ContentDialogs.tsx';
import { ContentItems } from './ContentItems.tsx';
import { ALL, BIN } from './content-query.ts';
import { DropZone } from './DropZone.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { FolderList } from './FolderList.tsx';
import { UnfinishedUploads } from './UnfinishedUploads.tsx';
import { useBinCount } from './use-bin-count.ts';
import { type ContentState, useContentPage } from './use-content-page.ts';

/** Files can be dropped anywhere by those who may add them. */
export function Content({ username, isOwn }: { username: string; isOwn: boolean }) {
  const t = useTranslate();
  const session = useSession();
  const state = useContentPage(username);
  const { choice, choose, folder, content } = state;
  const [isNamingFolder, setNamingFolder] = useState(false);
  const pick = useRef<HTMLInputElement>(null);
  const binCount = useBinCount(username, isOwn || session.can('portal:admin:deleteItems'));
  const isRefused = content.error instanceof ApiError && content.error.status === 403;
  const canAdd = isOwn && session.can('portal:user:createItem');
  const isAdding = useOpenUploads()?.isShown === true;
  const pack = usePacking();
  const add = (given: readonly GivenFile[] | Promise<readonly GivenFile[]>) => {
    void pack(given).then((files) => files && offerFiles(username, { files, folder }));
  };

  return (
    <DropZone isOn={canAdd && !isAdding} onFiles={add}>
      <ListPage
        title={
          choice.folder === BIN ? t('content.bin') : (folder?.title ?? (isOwn ? t('content.mine') : t('content.of', { name: username })))
        }
        actions={canAdd && <AddActions onFiles={add} onFolder={() => setNamingFolder(true)} pick={pick} />}
        aside={
          <FolderList
            username={username}
            folders={state.folders}
            rootCount={state.rootCount}
            binCount={binCount}
            current={choice.folder}
            mayChange={isOwn || session.can('portal:admin:updateItems')}
            dragged={state.dragged}
            onDrop={(target) => state.dragged && void state.bulk.start(moving(target), state.dragged)}
            onChoose={(target) => choose({ folder: target === ALL ? undefined : target })}
          />
        }
      >
        {canAdd && !isAdding && <UnfinishedUploads username={username} onFiles={(files) => add(chosenFiles(files))} />}
        {/* where nothing may be seen there is nothing to filter */}
        {!isRefused && <ContentBar state={state} />}
        {content.error ? (
          <ErrorState isInline error={content.error} onRetry={content.retry} />
        ) : (
          <ContentItems state={state} onAdd={canAdd ? () => pick.current?.click() : undefined} />
        )}
      </ListPage>
      <Overlays state={state} />
      {isNamingFolder && (
        <FolderDialog username={username} onClose={() => setNamingFolder(false)} onDone={(id) => choose({ folder: id })} />
      )}
    </DropZone>
  );
}

/** Dialogs, progress and results of what is done with items. */
function Overlays({ state: { open, setOpen, username, folders, bulk } }: { state: ContentState }) {
  const { incomplete } = bulk;
  const words = useItemWords();
  return (
    <>
      <ContentDialogs
        open={open}
        username={username}
        folders={folders}
        onStart={(operation, items) => void bulk.start(operation, items)}
        onClose={() => setOpen(undefined)}
      />
      <BulkProgress running={bulk.running} words={words} />
      {incomplete && (
        <OutcomeDialog
          incomplete={incomplete}
          words={words.outcome}
          onClose={bulk.dismiss}
          onRetry={(operation, items) => void bulk.start(operation, items)}
        />
      )}
    </>
  );
}
