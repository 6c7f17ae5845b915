// acceptinvite.html: where the link of an invitation leads. Join with the account in use, with another one, or with a new one.
import { acceptInvitation, type InvitationInfo, refuseInvitation } from '@graticule/contract/community/invitations';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { leaveSession, refreshSession, useSession } from '../../api/session.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { roleIdKey } from '../../people/role-words.ts';
import { PaperPage } from '../../ui/PaperPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { InvitationProblem } from './InvitationProblem.tsx';
import { invitationNotice } from './invitation-messages.ts';
import { useInvitation } from './use-invitation.ts';

/** What the invitation is, what it means to accept it, and the choices. */
export function AcceptInvitePage() {
  const t = useTranslate();
  const [params] = useSearchParams();
  const id = params.get('invitation') ?? '';
  const [outcome, setOutcome] = useState<'waiting' | 'declined'>();
  usePageTitle(t('invitations.title'));
  const { invitation, error } = useInvitation(id);
  const isWaiting = outcome === 'waiting' || invitation?.accepted === true;
  if (isWaiting)
    return <StatePage title={t('invitations.waiting')} text={t('invitations.waiting-text', { name: invitation?.account.name ?? '' })} />;
  if (outcome === 'declined') return <StatePage title={t('invitations.declined')} text={t('invitations.declined-text')} />;
  if (error !== undefined) return <InvitationProblem error={error} id={id} screen="answer" />;
  if (!invitation) return null;
  return <Choices id={id} invitation={invitation} onOutcome={setOutcome} />;
}

interface Props {
  id: string;
  invitation: InvitationInfo;
  onOutcome: (outcome: 'waiting' | 'declined') => void;
}

function Choices({ id, invitation, onOutcome }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const navigate = useNavigate();
  const organization = invitation.account.name;
  const acceptance = useMutation({
    mutationFn: () => call(acceptInvitation, { invitationId: id }),
    onSuccess: async ({ mustApprove }) => {
      if (mustApprove) return onOutcome('waiting');
      await refreshSession();
      await navigate(paths.home(), { replace: true });
    },
  });
  const refusal = useMutation({ mutationFn: () => call(refuseInvitation, { invitationId: id }), onSuccess: () => onOutcome('declined') });
  const failed = acceptance.error ?? refusal.error;
  const isBusy = acceptance.isPending || refusal.isPending;
  const newAccount = paths.createAccount({ invitation: id, referrer: 'acceptinvite' });
  return (
    <PaperPage
      title={t('invitations.join', { name: organization })}
      intro={t('invitations.join-text', { role: t(roleIdKey(invitation.role)), when: format.date(invitation.expiration) })}
    >
      <Stack gap="md" mt="lg">
        {failed && (
          <Alert color="vermilion" role="alert">
            {t(invitationNotice(toApiError(failed), 'answer').key, { message: toApiError(failed).message })}
          </Alert>
        )}
        <Text size="sm">{t('invitations.consequences', { name: organization })}</Text>
        {invitation.mustApprove && <Alert color="ochre">{t('invitations.will-wait', { name: organization })}</Alert>}
        {session.user ? (
          <>
            <Button size="md" loading={acceptance.isPending} disabled={isBusy} onClick={() => acceptance.mutate()}>
              {t('invitations.use-account', { name: session.user.fullName || session.user.username })}
            </Button>
            <Button size="md" variant="default" disabled={isBusy} onClick={() => void leaveSession(newAccount)}>
              {t('invitations.new-account')}
            </Button>
          </>
        ) : (
          <>
            <Button component={Link} to={newAccount} size="md">
              {t('invitations.new-account')}
            </Button>
            <Button component={Link} to={paths.signIn({ invitation: id })} size="md" variant="default">
              {t('invitations.have-account')}
            </Button>
          </>
        )}
        <Button variant="subtle" color="gray" loading={refusal.isPending} disabled={isBusy} onClick={() => refusal.mutate()}>
          {t('invitations.decline')}
        </Button>
      </Stack>
    </PaperPage>
  );
}
