// webmap/configureApp.html: what an app made from a template is set to, beside the app itself. @source CO-014
import type { Item } from '@graticule/contract/content/item';
import { Alert, Anchor, Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { useSession } from '../../api/session.ts';
import { mayEdit } from '../../item-actions/item-rights.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { WEB_APP } from '../../items/web-app.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { AppPreview } from './AppPreview.tsx';
import classes from './ConfigureApp.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Questions } from './Questions.tsx';
import { saveAnswers, useConfiguration } from './use-configuration.ts';

/** By `appid`; `folderid` names the folder that the way back leads to. */
export function ConfigureAppPage() {
  const t = useTranslate();
  const [params] = useSearchParams();
  const id = params.get('appid') ?? '';
  const session = useSession();
  const { configuration, error, retry } = useConfiguration(id);
  usePageTitle(configuration && t('item.configure.title', { title: configuration.item.title }));
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!configuration) return <Loading />;
  const { item } = configuration;
  if (!session.user) return <ErrorState error={new ApiError(499, '')} />;
  if (!mayEdit(item, session)) return <ErrorState error={new ApiError(403, '')} />;
  if (item.type !== WEB_APP || !/^https?:\/\//i.test(item.url ?? '')) {
    return (
      <StatePage
        title={t('item.configure.none')}
        text={t('item.configure.none-text')}
        action={{ label: t('item.configure.to-item'), to: paths.item(id) }}
      />
    );
  }
  const folder = /^[0-9a-f]{32}$/i.exec(params.get('folderid') ?? '')?.[0];
  return <Configure key={id} configuration={configuration} folder={folder} />;
}

interface ConfigureProps {
  configuration: NonNullable<ReturnType<typeof useConfiguration>['configuration']>;
  folder: string | undefined;
}

function Configure({ configuration: { item, sections, answers }, folder }: ConfigureProps) {
  const t = useTranslate();
  const words = useErrorWords();
  const [changed, setChanged] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [saves, setSaves] = useState(0);
  const saving = useItemChange((now: ReadonlyMap<string, unknown>) => saveAnswers(item, now).then(() => now), {
    isQuiet: true,
    success: t('item.saved'),
    onDone: (saved) => {
      // what was changed while it was saved is still to be saved
      setChanged((before) => new Map([...before].filter(([name, value]) => saved.get(name) !== value)));
      setSaves((before) => before + 1);
    },
  });
  return (
    <ListPage
      title={t('item.configure.title', { title: item.title })}
      intro={<WayBack item={item} folder={folder} />}
      actions={
        <Button
          type="submit"
          form="questions"
          loading={saving.isPending}
          disabled={changed.size === 0}
          title={changed.size === 0 ? t('item.configure.nothing-changed') : undefined}
        >
          {t('shell.save')}
        </Button>
      }
    >
      <LeaveGuard isUnsaved={changed.size > 0} />
      {saving.error && (
        <Alert color="vermilion" role="alert" mb="md" title={t('item.configure.not-saved')}>
          {words(saving.error).text}
        </Alert>
      )}
      <div className={classes.sides}>
        <form
          id="questions"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (changed.size > 0) saving.mutate(changed);
          }}
        >
          <Questions
            sections={sections}
            answers={answers}
            changed={changed}
            onAnswer={(name, value) => setChanged((before) => new Map(before).set(name, value))}
          />
        </form>
        <AppPreview key={saves} title={item.title} url={item.url ?? ''} isUnsaved={changed.size > 0} />
      </div>
    </ListPage>
  );
}

function WayBack({ item, folder }: { item: Item; folder: string | undefined }) {
  const t = useTranslate();
  return (
    <Anchor component={Link} to={folder === undefined ? paths.item(item.id) : paths.content({ folder })}>
      {t(folder === undefined ? 'item.configure.to-item' : 'item.configure.to-folder')}
    </Anchor>
  );
}

function Loading() {
  const t = useTranslate();
  return (
    <ListPage title={t('item.open.configureApp')}>
      <div className={classes.sides} aria-busy>
        <Skeleton height={360} radius="md" />
        <Skeleton height={480} radius="md" />
      </div>
    </ListPage>
  );
}
