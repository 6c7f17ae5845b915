// setup.html: the organisation's name, who may see it, its language, and sample maps to begin with.
import { setUpPortal } from '@graticule/contract/portals/portals';
import { Alert, Button, Checkbox, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { queryClient } from '../../api/query-client.ts';
import { useSession } from '../../api/session.ts';
import { offeredLanguages } from '../../language/language-store.ts';
import { useLanguage, useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { PaperPage } from '../../ui/PaperPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { SampleProgress } from './SampleProgress.tsx';

type Access = 'public' | 'private';

/** The form for administrators; afterwards the progress of the sample maps. */
export function SetUpPage() {
  const t = useTranslate();
  usePageTitle(t('setup.title'));
  const session = useSession();
  const [isDone, setDone] = useState(false);
  if (!session.can('portal:admin:manageWebsite')) return <ErrorState error={new ApiError(403, '')} />;
  if (isDone) return <SampleProgress onReady={() => void queryClient.invalidateQueries()} />;
  if (session.portal.isSetUp) {
    return <StatePage title={t('setup.done.title')} text={t('setup.done')} action={{ label: t('setup.go-home'), to: paths.home() }} />;
  }
  return <SetUpForm onSamples={() => setDone(true)} />;
}

function SetUpForm({ onSamples }: { onSamples: () => void }) {
  const t = useTranslate();
  const words = useErrorWords();
  const navigate = useNavigate();
  const language = useLanguage();
  const { portal } = useSession();
  const [name, setName] = useState(portal.name === 'Graticule' ? '' : portal.name);
  const [description, setDescription] = useState(portal.description ?? '');
  const [access, setAccess] = useState<Access>(portal.access);
  const [culture, setCulture] = useState(language.culture);
  const [wantsSamples, setWantsSamples] = useState(true);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailure(undefined);
    if (name.trim() === '') return;
    setBusy(true);
    try {
      const { sampleJobId } = await call(setUpPortal, {
        portal: 'self',
        name: name.trim(),
        description: description.trim(),
        access,
        culture,
        addSampleMaps: wantsSamples,
      });
      if (sampleJobId) return onSamples();
      await queryClient.invalidateQueries();
      await navigate(paths.home(), { replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  return (
    <PaperPage title={t('setup.title')} intro={t('setup.intro')} isWide>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="lg" mt="lg">
          {failure !== undefined && (
            <Alert color="vermilion" role="alert">
              {words(failure).text}
            </Alert>
          )}
          <TextInput
            label={t('setup.name')}
            placeholder={t('setup.name-example')}
            maxLength={250}
            value={name}
            error={isTried && name.trim() === '' ? t('setup.name-required') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={t('setup.description')}
            description={t('setup.description-hint')}
            autosize
            minRows={2}
            maxRows={6}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Radio.Group label={t('setup.access')} value={access} onChange={(value) => setAccess(value === 'private' ? 'private' : 'public')}>
            <Stack gap="xs" mt="xs">
              <Radio value="public" label={t('setup.access.public')} description={t('setup.access.public-hint')} />
              <Radio value="private" label={t('setup.access.private')} description={t('setup.access.private-hint')} />
            </Stack>
          </Radio.Group>
          <Select
            label={t('setup.language')}
            description={t('setup.language-hint')}
            allowDeselect={false}
            value={culture}
            onChange={(value) => value && setCulture(value)}
            data={offeredLanguages().map((each) => ({ value: each.culture, label: each.ownName }))}
          />
          <Checkbox
            label={t('setup.samples')}
            description={t('setup.samples-hint')}
            checked={wantsSamples}
            onChange={(event) => setWantsSamples(event.currentTarget.checked)}
          />
          <Button type="submit" size="md" loading={isBusy}>
            {t('setup.submit')}
          </Button>
        </Stack>
      </form>
    </PaperPage>
  );
}
