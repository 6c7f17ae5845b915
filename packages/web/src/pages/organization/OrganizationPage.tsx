// organization.html: the members, their invitations, and the settings for administrators.
import { Tabs } from '@mantine/core';
import { ApiError } from '../../api/api-error.ts';
import { useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { Invitations } from './Invitations.tsx';
import { Members } from './Members.tsx';
import { Settings } from './Settings.tsx';

/** For those who may see the members. */
export function OrganizationPage() {
  const t = useTranslate();
  const session = useSession();
  usePageTitle(t('shell.nav.organization'));
  if (!session.user) return <ErrorState error={new ApiError(499, '')} />;
  if (!session.can('portal:user:viewOrgUsers')) return <ErrorState error={new ApiError(403, '')} />;
  return (
    <ListPage title={session.portal.name}>
      <Tabs defaultValue="members" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="members">{t('people.members')}</Tabs.Tab>
          {session.can('portal:admin:inviteUsers') && <Tabs.Tab value="invitations">{t('invitations.tab')}</Tabs.Tab>}
          {session.can('portal:admin:manageWebsite') && <Tabs.Tab value="settings">{t('people.settings')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="members">
          <Members />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <Invitations />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Settings />
        </Tabs.Panel>
      </Tabs>
    </ListPage>
  );
}
