// user.html: a person's profile and what they share.
import type { User } from '@graticule/contract/community/user';
import { getUser } from '@graticule/contract/community/users';
import { searchItems } from '@graticule/contract/search';
import { Avatar, Button, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { userThumbnail } from '../../api/addresses.ts';
import { administers } from '../../api/administers.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { GroupRows } from '../../groups/GroupRows.tsx';
import { ItemRows, ItemRowsSkeleton } from '../../items/ItemRows.tsx';
import { itemQuery } from '../../items/search-query.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { roleKey } from '../../people/role-words.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { SafeHtml } from '../../ui/SafeHtml.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import classes from './UserPage.module.css';

const ProfileDialog = lazy(async () => ({ default: (await import('./ProfileDialog.tsx')).ProfileDialog }));
const SHOWN = 10;

/** One's own without a name in the address. */
export function UserPage() {
  const session = useSession();
  const [params] = useSearchParams();
  const username = params.get('user') ?? session.user?.username ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: keys.user(username),
    queryFn: () => {
      if (username === '') throw new ApiError(499, '');
      return call(getUser, { username }, { quiet: true });
    },
  });
  usePageTitle(data?.fullName || data?.username);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Profile user={data} /> : <Loading />;
}

function Profile({ user }: { user: User }) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const [isEditing, setEditing] = useState(false);
  const isSelf = session.user?.username === user.username;
  const canManage = isSelf || administers(user, 'portal:admin:updateUsers', session);
  const items = useNewestItems(user.username);
  const groups = (user.groups ?? []).filter((group) => !group.isFav);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Avatar src={userThumbnail(user)} name={user.fullName || user.username} color="meridian" size={96} alt="" />
        <div className={classes.words}>
          <Title order={1} className={classes.title}>
            {user.fullName || user.username}
          </Title>
          <p className={classes.meta}>
            <bdi>{user.username}</bdi>
            {user.role && <span>{t(roleKey(user))}</span>}
            <span>{t('people.since', { when: format.date(user.created) })}</span>
          </p>
        </div>
        <div className={classes.actions}>
          {canManage && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {t('people.edit')}
            </Button>
          )}
          {isSelf && session.can('portal:user:createItem') && (
            <Button component={Link} to={paths.content()}>
              {t('shell.my-items')}
            </Button>
          )}
          {!isSelf && administers(user, 'portal:admin:viewItems', session) && (
            <Button component={Link} variant="default" to={paths.content({ user: user.username })}>
              {t('people.manage-items')}
            </Button>
          )}
        </div>
      </div>
      <section className={classes.about}>
        {user.description?.trim() ? (
          <SafeHtml html={user.description} />
        ) : (
          <p className={classes.soft}>{t(isSelf ? 'people.no-description-own' : 'people.no-description')}</p>
        )}
        {isSelf && user.storageQuota !== undefined && user.storageUsage !== undefined && (
          <p className={classes.soft}>
            {t('people.storage', { used: format.size(user.storageUsage), quota: format.size(user.storageQuota) })}
          </p>
        )}
      </section>
      <Items username={user.username} name={user.fullName || user.username} items={items} />
      {/* below a list of unknown length: they would be pushed down when it comes */}
      {!items.isPending && groups.length > 0 && (
        <section>
          <Title order={2} className={classes.heading}>
            {t('shell.nav.groups')}
          </Title>
          <GroupRows groups={groups} titleOrder={3} />
        </section>
      )}
      {isEditing && (
        <Suspense>
          <ProfileDialog user={user} isSelf={isSelf} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The newest items of the person that the visitor may see. */
function useNewestItems(username: string) {
  const query = { q: itemQuery({ owner: username }), num: SHOWN, sortField: 'modified', sortOrder: 'desc' };
  return useQuery({ queryKey: keys.itemSearch(query), queryFn: () => call(searchItems, query) });
}

function Items({ username, name, items }: { username: string; name: string; items: ReturnType<typeof useNewestItems> }) {
  const t = useTranslate();
  const format = useFormat();
  const { data, error, refetch } = items;
  return (
    <section>
      <div className={classes.headingLine}>
        <Title order={2} className={classes.heading}>
          {t('people.items')}
        </Title>
        {data && data.total > SHOWN && (
          <Link to={paths.search({ t: 'content', owner: username })}>{t('people.all-items', { shown: format.number(data.total) })}</Link>
        )}
      </div>
      {error ? (
        <ErrorState isInline error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <ItemRowsSkeleton count={SHOWN} />
      ) : data.total === 0 ? (
        <StatePage isInline headingOrder={3} title={t('people.no-items')} text={t('people.no-items-text', { name })} />
      ) : (
        <ItemRows items={data.results} isOwn titleOrder={3} />
      )}
    </section>
  );
}

function Loading() {
  return (
    <div className={classes.page} aria-busy>
      <div className={classes.head}>
        <Skeleton circle height={96} />
        <div className={classes.words}>
          <Skeleton height={30} width="40%" />
          <Skeleton height={16} width="60%" mt={14} />
        </div>
      </div>
    </div>
  );
}
