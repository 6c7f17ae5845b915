// The members: find, sort, page; choose some or all of them and do something with them; add.
import type { User } from '@graticule/contract/community/user';
import { Button, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { BulkProgress } from '../../bulk/BulkProgress.tsx';
import { OutcomeDialog } from '../../bulk/OutcomeDialog.tsx';
import { useBulk } from '../../bulk/use-bulk.tsx';
import { useSelection } from '../../bulk/use-selection.ts';
import { useUndoKey } from '../../bulk/use-undo-key.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useRoles } from '../../people/use-roles.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { useListAddress } from '../../ui/use-list-address.ts';
import { MemberDialogs, memberActionAtOnce, type OpenMemberAction } from './MemberDialogs.tsx';
import { MemberSelection } from './MemberSelection.tsx';
import { MemberTable } from './MemberTable.tsx';
import type { MembersKind } from './member-operations.ts';
import { useMemberWords } from './use-member-words.ts';
import { allMembers, PER_PAGE, readMembersQuery, STANDINGS, sortsFor, useMembers } from './use-members.ts';

const AddMemberDialog = lazy(async () => ({ default: (await import('./AddMemberDialog.tsx')).AddMemberDialog }));
const usernameOf = ({ username }: User) => username;

/** Whoever is chosen stays so while others are looked for; Ctrl and Z undo the last operation. */
export function Members() {
  const t = useTranslate();
  const words = useErrorWords();
  const session = useSession();
  const say = useMemberWords();
  const roles = useRoles();
  const address = useListAddress();
  const { query } = readMembersQuery(address, session.can('portal:admin:viewUsers'), Date.now());
  const [open, setOpen] = useState<OpenMemberAction>();
  const [isGathering, setGathering] = useState(false);
  const { data, error, refetch } = useMembers(query, address.start);
  const selection = useSelection(usernameOf);
  const bulk = useBulk<User, MembersKind>({ words: say, stale: keys.users, onChanged: selection.clear });
  useUndoKey(bulk.undoLast);
  const act = (next: OpenMemberAction) => {
    const operation = memberActionAtOnce(next);
    if (operation) void bulk.start(operation, next.users);
    else setOpen(next);
  };
  const selectAll = async () => {
    setGathering(true);
    try {
      const found = await allMembers(query, data?.total ?? 0);
      selection.add(found.filter(({ username }) => username !== session.user?.username));
    } catch (failure) {
      notifications.show({ message: words(failure).text, color: 'vermilion', autoClose: 8000 });
    } finally {
      setGathering(false);
    }
  };
  // oneself is found too, and never chosen
  const isOwnFound = data?.users.some(({ username }) => username === session.user?.username) || !isNarrowed(query);
  const others = data && data.total - (isOwnFound ? 1 : 0);
  return (
    <>
      <MembersBar total={data?.total} roles={roles} address={address} />
      <MemberSelection
        chosen={selection.chosen}
        total={others}
        isGathering={isGathering}
        onAll={() => void selectAll()}
        onClear={selection.clear}
        onAction={(action) => act({ action, users: selection.chosen })}
      />
      {error ? (
        <ErrorState isInline error={error} onRetry={() => void refetch()} />
      ) : (
        <PagedList
          page={data}
          perPage={PER_PAGE}
          height={320}
          empty={{ title: t('people.nobody'), text: t('people.nobody-text') }}
          onStart={address.setStart}
        >
          {({ users }) => <MemberTable users={users} roles={roles} selection={selection} onAction={act} />}
        </PagedList>
      )}
      <MemberDialogs open={open} onStart={(operation, users) => void bulk.start(operation, users)} onClose={() => setOpen(undefined)} />
      <BulkProgress running={bulk.running} words={say} />
      {bulk.incomplete && (
        <OutcomeDialog
          incomplete={bulk.incomplete}
          words={say.outcome}
          onClose={bulk.dismiss}
          onRetry={(operation, users) => void bulk.start(operation, users)}
        />
      )}
    </>
  );
}

function isNarrowed({ search, role, disabled, inactiveSince }: ReturnType<typeof readMembersQuery>['query']): boolean {
  return [search, role, disabled, inactiveSince].some((each) => each !== undefined);
}

interface BarProps {
  total: number | undefined;
  roles: ReturnType<typeof useRoles>;
  address: ReturnType<typeof useListAddress>;
}

/** What the table shows, and in which order. */
function MembersBar({ total, roles, address }: BarProps) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const [isAdding, setAdding] = useState(false);
  const { get, choose } = address;
  const seesAll = session.can('portal:admin:viewUsers');
  const { sort, standing } = readMembersQuery(address, seesAll, 0);
  return (
    <>
      <ListBar start={total === undefined ? t('shell.loading') : t('people.member-count', { count: total, shown: format.number(total) })}>
        <FindField label={t(seesAll ? 'people.find-admin' : 'people.find')} value={get('q') ?? ''} onFind={(text) => choose('q', text)} />
        <Select
          aria-label={t('people.role')}
          placeholder={t('people.all-roles')}
          clearable
          w={160}
          value={get('role') ?? null}
          onChange={(next) => choose('role', next)}
          data={roles.all}
        />
        {seesAll && (
          <Select
            aria-label={t('people.standing')}
            placeholder={t('people.standing.all')}
            clearable
            w={170}
            value={standing ?? null}
            onChange={(next) => choose('show', next)}
            data={STANDINGS.map((value) => ({ value, label: t(`people.standing.${value}`) }))}
          />
        )}
        <Select
          aria-label={t('people.sort')}
          allowDeselect={false}
          w={170}
          value={sort}
          onChange={(next) => choose('sort', next)}
          data={sortsFor(seesAll).map((value) => ({ value, label: t(`people.sort.${value.split(':')[0] as 'username'}`) }))}
        />
        {session.can('portal:admin:inviteUsers') && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {t('people.add')}
          </Button>
        )}
      </ListBar>
      {isAdding && (
        <Suspense>
          <AddMemberDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
