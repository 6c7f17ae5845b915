// organization.html: the members, their invitations, the settings for administrators, and all organisations for those who run the install.
import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { type Session, useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import tabClasses from '../../ui/Tabs.module.css';
import { Invitations } from './Invitations.tsx';
import { Members } from './Members.tsx';
import { isOperator, Organizations } from './Organizations.tsx';
import { Settings } from './Settings.tsx';

const VIEWS = {
  members: { label: 'people.members', isFor: () => true, Panel: Members },
  invitations: { label: 'invitations.tab', isFor: ({ can }: Session) => can('portal:admin:inviteUsers'), Panel: Invitations },
  settings: { label: 'people.settings', isFor: ({ can }: Session) => can('portal:admin:manageWebsite'), Panel: Settings },
  organizations: { label: 'people.organizations', isFor: isOperator, Panel: Organizations },
} as const;
const NAMES = ['members', 'invitations', 'settings', 'organizations'] as const;

/** For those who may see the members. The view is in the address. */
export function OrganizationPage() {
  const t = useTranslate();
  const session = useSession();
  const [params, setParams] = useSearchParams();
  usePageTitle(t('shell.nav.organization'));
  if (!session.user) return <ErrorState error={new ApiError(499, '')} />;
  if (!session.can('portal:user:viewOrgUsers')) return <ErrorState error={new ApiError(403, '')} />;
  const views = NAMES.filter((name) => VIEWS[name].isFor(session));
  const view = views.find((name) => name === params.get('view')) ?? 'members';
  const { Panel } = VIEWS[view];
  return (
    <ListPage title={session.portal.name}>
      <Tabs value={view} keepMounted={false} onChange={(next) => setParams(next === null || next === 'members' ? {} : { view: next })}>
        <Tabs.List mb="md" className={tabClasses.inLine}>
          {views.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(VIEWS[name].label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view}>
          <Panel />
        </Tabs.Panel>
      </Tabs>
    </ListPage>
  );
}
