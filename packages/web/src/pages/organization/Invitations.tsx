// The invitations of the organisation: who is invited, where that stands, links, approval.
import { listInvitations, type ManagedInvitation } from '@graticule/contract/portals/invitations';
import { Badge, Button, Select, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { roleIdKey } from '../../people/role-words.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { useListAddress } from '../../ui/use-list-address.ts';
import { InvitationActions } from './InvitationActions.tsx';
import own from './Invitations.module.css';
import { nameOfInvitation, type Standing, standingKey, standingOf } from './invitation-words.ts';
import classes from './Members.module.css';

const InviteDialog = lazy(async () => ({ default: (await import('./InviteDialog.tsx')).InviteDialog }));
const PER_PAGE = 25;
const KINDS = ['pending', 'waiting', 'expired', 'accepted', 'declined'] as const;
const COLOURS: Readonly<Record<Standing, string>> = {
  pending: 'meridian',
  waiting: 'ochre',
  expired: 'gray',
  accepted: 'lichen',
  declined: 'gray',
};

/** For those who may invite. */
export function Invitations() {
  const t = useTranslate();
  const format = useFormat();
  const { get, start, choose, setStart } = useListAddress();
  const [isInviting, setInviting] = useState(false);
  const text = get('q') ?? '';
  const kind = KINDS.find((each) => each === get('state')) ?? null;
  const query = { start, num: PER_PAGE, type: kind ?? undefined, q: text || undefined };
  const { data, error, refetch } = useQuery({
    queryKey: keys.officeInvitations(query),
    queryFn: () => call(listInvitations, { portal: 'self', ...query }),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  const isFiltered = kind !== null || text !== '';
  return (
    <>
      <ListBar start={data ? t('invitations.count', { count: data.total, shown: format.number(data.total) }) : t('shell.loading')}>
        <FindField label={t('invitations.find')} value={text} onFind={(next) => choose('q', next)} />
        <Select
          aria-label={t('invitations.state')}
          placeholder={t('invitations.all-states')}
          clearable
          w={190}
          value={kind}
          onChange={(next) => choose('state', next)}
          data={KINDS.map((value) => ({ value, label: t(standingKey(value)) }))}
        />
        <Button leftSection={<IconMailPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
          {t('invitations.invite')}
        </Button>
      </ListBar>
      {!data ? (
        <Skeleton height={320} radius="lg" />
      ) : data.total === 0 ? (
        <StatePage
          isInline
          title={t(isFiltered ? 'invitations.none-found' : 'invitations.none')}
          text={t(isFiltered ? 'invitations.none-found-text' : 'invitations.none-text')}
        />
      ) : (
        <>
          <InvitationTable invitations={data.invitations} />
          <Pager page={data} perPage={PER_PAGE} onStart={setStart} />
        </>
      )}
      {isInviting && (
        <Suspense>
          <InviteDialog onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </>
  );
}

function InvitationTable({ invitations }: { invitations: readonly ManagedInvitation[] }) {
  const t = useTranslate();
  const format = useFormat();
  const now = Date.now();
  return (
    <div className={classes.frame}>
      <Table verticalSpacing="xs" className={`${classes.table} ${own.rows}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('people.name')}</Table.Th>
            <Table.Th className={classes.wide}>{t('people.role')}</Table.Th>
            <Table.Th>{t('invitations.state')}</Table.Th>
            <Table.Th className={classes.wide}>{t('invitations.sent')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('people.actions-column')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invitations.map((each) => {
            const standing = standingOf(each, now);
            const name = nameOfInvitation(each) ?? t('invitations.anybody');
            const more = [each.email, each.account ?? each.username].filter((part) => part && part !== name);
            return (
              <Table.Tr key={each.id}>
                <Table.Td>
                  <div className={classes.name}>
                    <bdi>{name}</bdi>
                    {more.length > 0 && (
                      <small>
                        <bdi>{more.join(' · ')}</bdi>
                      </small>
                    )}
                  </div>
                </Table.Td>
                <Table.Td className={classes.wide}>{t(roleIdKey(each.role))}</Table.Td>
                <Table.Td>
                  <Badge color={COLOURS[standing]} variant="light" tt="none">
                    {t(standingKey(standing))}
                  </Badge>
                  <div className={classes.name}>
                    <small>{standing === 'pending' && t('invitations.ends', { when: format.date(each.expiration) })}</small>
                  </div>
                </Table.Td>
                <Table.Td className={classes.wide}>
                  {each.fromUsername
                    ? t('invitations.sent-by', { when: format.ago(each.received), name: each.fromUsername.fullname })
                    : format.ago(each.received)}
                </Table.Td>
                <Table.Td ta="end">
                  <InvitationActions invitation={each} standing={standing} name={name} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}
