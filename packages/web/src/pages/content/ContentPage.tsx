// content.html: a person's folders and items, and adding to them.
import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ItemDialogs, type OpenDialog } from '../../item-actions/ItemDialogs.tsx';
import { useFolders } from '../../item-actions/use-folders.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { LIST_VIEW_KEY, LIST_VIEWS } from '../../shell/ViewSwitch.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { ContentBar } from './ContentBar.tsx';
import { ContentList } from './ContentList.tsx';
import { ALL, type ContentChoice, loadContent, PER_PAGE } from './content-query.ts';
import { DropZone } from './DropZone.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { FolderList } from './FolderList.tsx';

const UploadDialog = lazy(async () => ({ default: (await import('./UploadDialog.tsx')).UploadDialog }));

/** One's own content, or another member's for administrators. */
export function ContentPage() {
  const t = useTranslate();
  usePageTitle(t('shell.nav.content'));
  const { user } = useSession();
  const [params] = useSearchParams();
  if (!user) return <ErrorState error={new ApiError(499, '')} />;
  const username = params.get('user') ?? user.username;
  return <Content key={username} username={username} isOwn={username === user.username} />;
}

function Content({ username, isOwn }: { username: string; isOwn: boolean }) {
  const t = useTranslate();
  const session = useSession();
  const [params, setParams] = useSearchParams();
  const [view, setView] = useKept(LIST_VIEW_KEY, LIST_VIEWS, 'rows');
  const [choice, setChoice] = useState<ContentChoice>({
    username,
    folder: params.get('folder') ?? ALL,
    text: '',
    filter: undefined,
    sort: 'modified:desc',
    start: 1,
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<OpenDialog>();
  const [files, setFiles] = useState<File[]>();
  const [isNamingFolder, setNamingFolder] = useState(false);
  const pick = useRef<HTMLInputElement>(null);
  const { folders } = useFolders(username);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keys.userContent(username, { ...choice }),
    queryFn: () => loadContent(choice),
    placeholderData: keepPreviousData,
  });
  const canAdd = isOwn && session.can('portal:user:createItem');
  const choose = (changes: Partial<ContentChoice>) => {
    setSelected(new Set());
    setChoice({ ...choice, start: 1, ...changes });
  };
  const goToFolder = (folder: string) => {
    choose({ folder });
    setParams(folder === ALL ? (isOwn ? {} : { user: username }) : { ...(isOwn ? {} : { user: username }), folder }, { replace: true });
  };
  const items = data?.items ?? [];
  const chosen = items.filter((item) => selected.has(item.id));
  const folder = folders.find((each) => each.id === choice.folder);
  const isFiltered = choice.text.trim() !== '' || choice.filter !== undefined;

  return (
    <DropZone isOn={canAdd && files === undefined} onFiles={setFiles}>
      <ListPage
        title={folder?.title ?? (isOwn ? t('content.mine') : t('content.of', { name: username }))}
        actions={canAdd && <AddActions onFiles={setFiles} onFolder={() => setNamingFolder(true)} pick={pick} />}
        aside={<FolderList username={username} folders={folders} current={choice.folder} mayChange={isOwn} onChoose={goToFolder} />}
      >
        <ContentBar
          choice={choice}
          onChoose={choose}
          view={view}
          onView={setView}
          items={items}
          selected={selected}
          onSelect={setSelected}
          chosen={chosen}
          onOpen={setOpen}
        />
        {error ? (
          <ErrorState isInline error={error} onRetry={() => void refetch()} />
        ) : data && data.total === 0 ? (
          <NothingHere
            kind={isFiltered ? 'filtered' : folder ? 'folder' : 'all'}
            onAdd={canAdd ? () => pick.current?.click() : undefined}
            onClear={() => choose({ text: '', filter: undefined })}
          />
        ) : (
          <ContentList
            page={data}
            perPage={PER_PAGE}
            view={view}
            isStale={isPlaceholderData}
            selected={selected}
            onSelect={setSelected}
            onOpen={setOpen}
            onStart={(start) => choose({ start })}
          />
        )}
      </ListPage>
      <ItemDialogs
        open={open}
        onClose={() => setOpen(undefined)}
        onDeleted={() => {
          setOpen(undefined);
          setSelected(new Set());
        }}
      />
      {isNamingFolder && <FolderDialog username={username} onClose={() => setNamingFolder(false)} onDone={goToFolder} />}
      {files && files.length > 0 && (
        <Suspense>
          <UploadDialog files={files} folder={folder} onClose={() => setFiles(undefined)} />
        </Suspense>
      )}
    </DropZone>
  );
}

interface AddProps {
  onFiles: (files: File[]) => void;
  onFolder: () => void;
  /** The hidden file input, which the empty state opens too. */
  pick: RefObject<HTMLInputElement | null>;
}

function AddActions({ onFiles, onFolder, pick }: AddProps) {
  const t = useTranslate();
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onFolder}>
        {t('content.new-folder')}
      </Button>
      <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => pick.current?.click()}>
        {t('content.add')}
      </Button>
      <input
        ref={pick}
        type="file"
        multiple
        hidden
        data-testid="file-input"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

interface NothingProps {
  kind: 'filtered' | 'folder' | 'all';
  onAdd: (() => void) | undefined;
  onClear: () => void;
}

function NothingHere({ kind, onAdd, onClear }: NothingProps) {
  const t = useTranslate();
  if (kind === 'filtered') {
    return (
      <StatePage
        isInline
        title={t('content.nothing')}
        text={t('content.nothing-text')}
        action={{ label: t('content.clear'), onClick: onClear }}
      />
    );
  }
  return (
    <StatePage
      isInline
      title={t(kind === 'folder' ? 'content.empty-folder' : 'content.empty')}
      text={t(onAdd ? 'content.empty-text' : 'content.empty-other')}
      action={onAdd ? { label: t('content.add'), onClick: onAdd } : { label: t('shell.search'), to: paths.search({ t: 'content' }) }}
    />
  );
}
