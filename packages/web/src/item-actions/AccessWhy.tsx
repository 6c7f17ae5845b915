// Why one person, or a visitor, sees an item as it is shared now.
import { type AccessReason, explainAccess } from '@graticule/contract/content/audience';
import { searchUsers } from '@graticule/contract/search';
import { Alert, List, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { useTranslate } from '../language/use-language.ts';

/** Stands for somebody who is not signed in: no username may be empty. */
const VISITOR = '';

/** Finds the person while typing. */
export function AccessWhy({ id }: { id: string }) {
  const t = useTranslate();
  const words = useErrorWords();
  const { portal } = useSession();
  const [username, setUsername] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.replace(/[*?:"()[\]{}\\]/g, ' ').trim(), 250);
  const found = useQuery({
    queryKey: [...keys.users, 'search', text],
    queryFn: () => call(searchUsers, { q: text ? `${text}*` : `orgid:${portal.id}`, num: 20, sortField: 'username' }),
  });
  const answer = useQuery({
    queryKey: [...keys.itemPart(id, 'why'), username],
    queryFn: () => call(explainAccess, { id, username: username === VISITOR ? undefined : (username ?? undefined) }, { quiet: true }),
    enabled: username !== null,
    retry: false,
  });
  const people = (found.data?.results ?? []).map((user) => ({
    value: user.username,
    label: user.fullName ? `${user.fullName} (${user.username})` : user.username,
  }));
  const known = username && !people.some(({ value }) => value === username) ? [{ value: username, label: username }] : [];
  return (
    <>
      <Select
        aria-label={t('share.why-who')}
        placeholder={t('share.why-who')}
        searchable
        value={username}
        onChange={setUsername}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={[{ value: VISITOR, label: t('share.why-visitor') }, ...known, ...people]}
        nothingFoundMessage={t('share.why-nobody')}
      />
      {answer.error && (
        <Alert color="vermilion" mt="sm">
          {words(answer.error).text}
        </Alert>
      )}
      {answer.data && (
        <Alert
          mt="sm"
          color={answer.data.canSee ? 'lichen' : answer.data.canSee === null ? 'ochre' : 'gray'}
          title={t(answer.data.canSee ? 'share.why-yes' : answer.data.canSee === null ? 'share.why-unknown' : 'share.why-no')}
        >
          <List size="sm">
            {answer.data.reasons.map((reason) => (
              <List.Item key={reason.kind + ('id' in reason ? reason.id : '')}>
                <Reason reason={reason} />
              </List.Item>
            ))}
            {answer.data.blockers.map((blocker) => (
              <List.Item key={blocker}>{t(`share.blocker.${blocker}`)}</List.Item>
            ))}
            {answer.data.hiddenGroups.map((group) => (
              <List.Item key={group.id}>{t('share.why-hidden', { name: group.title ?? t('share.hidden-group') })}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

function Reason({ reason }: { reason: AccessReason }) {
  const t = useTranslate();
  if (reason.kind === 'group') {
    return t(`share.reason.group-${reason.memberType}`, { name: reason.title ?? t('share.hidden-group') });
  }
  if (reason.kind === 'organization' || reason.kind === 'administrator') return t(`share.reason.${reason.kind}`, { name: reason.name });
  return t(`share.reason.${reason.kind}`);
}
