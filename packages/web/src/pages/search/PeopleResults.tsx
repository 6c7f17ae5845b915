// People who match a search.
import { searchUsers } from '@graticule/contract/search';
import { Avatar } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { userThumbnail } from '../../api/addresses.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { GroupRowsSkeleton } from '../../groups/GroupRows.tsx';
import { groupedText } from '../../items/search-query.ts';
import { shorten, textOfHtml } from '../../items/snippet.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { Row, RowMeta, Rows, RowText, RowTitle, RowWords } from '../../ui/Rows.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { MAX_PAGES, PER_PAGE, type SearchChoices } from './search-params.ts';

/** Without words, the members of one's own organisation. */
export function PeopleResults({ choices, onStart }: { choices: SearchChoices; onStart: (start: number) => void }) {
  const t = useTranslate();
  const format = useFormat();
  const { portal } = useSession();
  const query = { q: groupedText(choices.text) || `orgid:${portal.id}`, start: choices.start, num: PER_PAGE, sortField: 'username' };
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.users, 'search', query],
    queryFn: () => call(searchUsers, query),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <GroupRowsSkeleton count={6} />;
  if (data.total === 0) return <StatePage isInline title={t('search.no-people')} text={t('search.nothing-text')} />;
  return (
    <>
      <ListBar start={t('search.people-found', { count: data.total, shown: format.number(data.total) })}>{null}</ListBar>
      <Rows>
        {data.results.map((person) => (
          <Row key={person.username}>
            <Avatar src={userThumbnail(person)} name={person.fullName || person.username} color="meridian" size={44} alt="" />
            <RowWords>
              <RowTitle>
                <Link to={paths.user(person.username)}>
                  <bdi>{person.fullName || person.username}</bdi>
                </Link>
              </RowTitle>
              <RowMeta>
                <bdi>{person.username}</bdi>
              </RowMeta>
              <RowText dir="auto">{shorten(textOfHtml(person.description ?? ''), 150)}</RowText>
            </RowWords>
          </Row>
        ))}
      </Rows>
      <Pager page={data} perPage={PER_PAGE} maxPages={MAX_PAGES} onStart={onStart} />
    </>
  );
}
