// Says why an invitation cannot be used, with the way on.
import { toApiError } from '../../api/api-error.ts';
import { leaveSession, useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { StatePage } from '../../ui/StatePage.tsx';
import { type InvitationScreen, invitationNotice } from './invitation-messages.ts';

interface Props {
  error: unknown;
  id: string;
  screen: InvitationScreen;
  mustApprove?: boolean;
}

/** Whoever is signed in as somebody else can sign out and use it. */
export function InvitationProblem({ error, id, screen, mustApprove = false }: Props) {
  const t = useTranslate();
  const session = useSession();
  const failure = toApiError(error);
  const notice = invitationNotice(failure, screen, mustApprove);
  const home = { label: t('invitations.to-home'), to: paths.home() };
  const signIn = { label: t('shell.sign-in'), to: paths.signIn() };
  const onward = notice.next === 'sign-in' && !session.user ? signIn : home;
  const signOut = { label: t('invitations.sign-out'), onClick: () => void leaveSession(paths.acceptInvite({ invitation: id })) };
  const isForSomebodyElse = session.user !== undefined && (notice.next === 'home' || notice.next === 'other-email');
  return (
    <StatePage
      title={t('invitations.unusable')}
      text={t(notice.key, { message: failure.message })}
      action={onward}
      {...(isForSomebodyElse ? { secondAction: signOut } : {})}
    />
  );
}
