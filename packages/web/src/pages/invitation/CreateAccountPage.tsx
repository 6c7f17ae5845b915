// createaccount.html: an account of one's own, with an invitation or where the organisation lets everybody sign up.
import { useSearchParams } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { PaperPage } from '../../ui/PaperPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { AccountForm } from './AccountForm.tsx';
import { InvitationProblem } from './InvitationProblem.tsx';
import { useInvitation } from './use-invitation.ts';

/** The form, once it is known that an account can be made. @source AC-036, AC-039, AC-040 */
export function CreateAccountPage() {
  const t = useTranslate();
  const [params] = useSearchParams();
  const { portal } = useSession();
  const id = params.get('invitation');
  const title = t(id === null ? 'invitations.create-public-account' : 'invitations.create-account');
  usePageTitle(title);
  const { invitation, error } = useInvitation(id);
  if (id === null && portal.disableSignup)
    return (
      <StatePage
        title={t('invitations.closed')}
        text={t('invitations.closed-text')}
        action={{ label: t('shell.sign-in'), to: paths.signIn() }}
      />
    );
  if (id !== null && error !== undefined) return <InvitationProblem error={error} id={id} screen="create-account" />;
  if (id !== null && !invitation) return null;
  const cancel =
    params.get('referrer') === 'acceptinvite' && id !== null
      ? paths.acceptInvite({ invitation: id })
      : paths.signIn(id === null ? {} : { invitation: id });
  return (
    <PaperPage title={title} intro={t('invitations.create-account-text', { name: invitation?.account.name ?? portal.name })}>
      <AccountForm invitation={invitation} cancel={cancel} returnUrl={params.get('returnUrl')} />
    </PaperPage>
  );
}
