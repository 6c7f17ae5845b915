// The settings of the organisation that the home page and the search use.
import type { Group } from '@graticule/contract/community/group';
import { updatePortal } from '@graticule/contract/portals/portals';
import { searchGroups } from '@graticule/contract/search';
import { Alert, Button, Checkbox, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { GroupSelect } from '../../groups/GroupSelect.tsx';
import { quoted } from '../../items/search-query.ts';
import { offeredFor, offeredLanguages } from '../../language/language-store.ts';
import { useTranslate } from '../../language/use-language.ts';
import { configuredQuery, SWITCHER_QUERY } from '../../shell/use-switcher-apps.ts';
import { SwitcherChoice } from './SwitcherChoice.tsx';
import { useWebsites, WebsitesField } from './WebsitesField.tsx';

/** Name, description, access, language, featured group, trusted websites. */
export function Settings() {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const { portal } = useSession();
  const [name, setName] = useState(portal.name);
  const [description, setDescription] = useState(portal.description ?? '');
  const [access, setAccess] = useState<string>(portal.access);
  const [isSignUpOpen, setSignUpOpen] = useState(!portal.disableSignup);
  const [culture, setCulture] = useState(offeredFor(portal.culture)?.culture ?? portal.culture);
  const [apps, setApps] = useState(configuredQuery({ portal }));
  const websites = useWebsites(portal.allowedOrigins);
  const [featured, setFeatured] = useState<Group>();
  const featuredNow = useQuery({
    queryKey: keys.groupSearch({ q: portal.homePageFeaturedContent, num: 1 }),
    queryFn: async () =>
      portal.homePageFeaturedContent
        ? ((await call(searchGroups, { q: portal.homePageFeaturedContent, num: 1 })).results[0] ?? null)
        : null,
  });

  const saving = useMutation({
    mutationFn: () => {
      return call(updatePortal, {
        portal: 'self',
        name: name.trim(),
        description,
        access: access === 'private' ? 'private' : 'public',
        culture: culture === offeredFor(portal.culture)?.culture ? undefined : culture,
        disableSignup: !isSignUpOpen,
        allowedOrigins: websites.changed,
        homePageFeaturedContent: featured ? `title:${quoted(featured.title)} AND owner:${quoted(featured.owner)}` : undefined,
        portalProperties: apps === configuredQuery({ portal }) ? undefined : { ...portal.portalProperties, [SWITCHER_QUERY]: apps },
        clearEmptyFields: false,
      });
    },
    onSuccess: async () => {
      websites.tidy();
      await Promise.all([client.invalidateQueries({ queryKey: keys.session }), client.invalidateQueries({ queryKey: keys.groups })]);
      notifications.show({ message: t('people.settings-saved'), color: 'lichen' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && websites.check()) saving.mutate();
  };
  const languages = offeredLanguages().map((each) => ({ value: each.culture, label: each.ownName }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw={620}>
        {saving.error && (
          <Alert color="vermilion" role="alert">
            {words(saving.error).text}
          </Alert>
        )}
        <TextInput
          label={t('people.org-name')}
          maxLength={250}
          value={name}
          error={name.trim() === '' && t('people.name-required')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={t('people.org-description')}
          autosize
          minRows={3}
          maxRows={10}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Radio.Group label={t('people.org-access')} value={access} onChange={setAccess}>
          <Stack gap="xs" mt="xs">
            <Radio value="public" label={t('people.org-access.public')} />
            <Radio value="private" label={t('people.org-access.private')} />
          </Stack>
        </Radio.Group>
        <Checkbox
          label={t('invitations.open-sign-up')}
          description={t('invitations.open-sign-up-hint')}
          checked={isSignUpOpen}
          onChange={(event) => setSignUpOpen(event.currentTarget.checked)}
        />
        <Select
          label={t('people.org-language')}
          description={t('people.org-language-hint')}
          allowDeselect={false}
          value={culture}
          onChange={(value) => value && setCulture(value)}
          data={languages.some((each) => each.value === culture) ? languages : [...languages, { value: culture, label: culture }]}
        />
        <GroupSelect
          label={t('people.featured')}
          description={t('people.featured-hint')}
          placeholder={t('people.featured-none')}
          value={featured ?? featuredNow.data ?? undefined}
          onChange={setFeatured}
        />
        <SwitcherChoice query={apps} onChange={setApps} />
        <WebsitesField websites={websites} />
        <Button type="submit" loading={saving.isPending} style={{ alignSelf: 'start' }}>
          {t('shell.save')}
        </Button>
      </Stack>
    </form>
  );
}
