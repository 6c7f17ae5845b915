// The invitations of the organisation: who is invited, where that stands, links, approval.
import { listInvitations, type ManagedInvitation } from '@graticule/contract/portals/invitations';
import { Badge, Button, Select, Table } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { roleIdKey } from '../../people/role-words.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { ActionsCell, FramedTable, NameWords, WideCell } from '../../ui/FramedTable.tsx';
import { useListAddress } from '../../ui/use-list-address.ts';
import { InvitationActions } from './InvitationActions.tsx';
import classes from './Invitations.module.css';
import { nameOfInvitation, type Standing, standingKey, standingOf } from './invitation-words.ts';

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
      <PagedList
        page={data}
        perPage={PER_PAGE}
        height={320}
        empty={{
          title: t(isFiltered ? 'invitations.none-found' : 'invitations.none'),
          text: t(isFiltered ? 'invitations.none-found-text' : 'invitations.none-text'),
        }}
        onStart={setStart}
      >
        {({ invitations }) => <InvitationTable invitations={invitations} />}
      </PagedList>
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
    <FramedTable
      className={classes.rows}
      columns={[
        { label: t('people.name') },
        { label: t('people.role'), isWide: true },
        { label: t('invitations.state') },
        { label: t('invitations.sent'), isWide: true },
        { label: t('people.actions-column'), isActions: true },
      ]}
    >
      {invitations.map((each) => {
        const standing = standingOf(each, now);
        const name = nameOfInvitation(each) ?? t('invitations.anybody');
        const more = [each.email, each.account ?? each.username].filter((part) => part && part !== name);
        return (
          <Table.Tr key={each.id}>
            <Table.Td>
              <NameWords>
                <bdi>{name}</bdi>
                {more.length > 0 && (
                  <small>
                    <bdi>{more.join(' · ')}</bdi>
                  </small>
                )}
              </NameWords>
            </Table.Td>
            <WideCell>{t(roleIdKey(each.role))}</WideCell>
            <Table.Td>
              <Badge color={COLOURS[standing]} variant="light" tt="none">
                {t(standingKey(standing))}
              </Badge>
              <NameWords>
                <small>{standing === 'pending' && t('invitations.ends', { when: format.date(each.expiration) })}</small>
              </NameWords>
            </Table.Td>
            <WideCell>
              {each.fromUsername
                ? t('invitations.sent-by', { when: format.ago(each.received), name: each.fromUsername.fullname })
                : format.ago(each.received)}
            </WideCell>
            <ActionsCell>
              <InvitationActions invitation={each} standing={standing} name={name} />
            </ActionsCell>
          </Table.Tr>
        );
      })}
    </FramedTable>
  );
}
