// A person in short: picture, name, role, description, and the ways to what belongs to them.
import type { User } from '@graticule/contract/community/user';
import { Avatar, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { userThumbnail } from '../api/addresses.ts';
import { type Session, useSession } from '../api/session.ts';
import { textOfHtml } from '../items/snippet.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import classes from './ProfileCard.module.css';
import { roleKey } from './role-words.ts';

/** Who may look at the items of a member: the member, administrators, and roles that may view people and items. @source CO-043 */
function mayManageItems(person: Pick<User, 'username' | 'orgId'>, { user, portal, isAdministrator, can }: Session): boolean {
  if (!user) return false;
  if (user.username === person.username) return can('portal:user:createItem');
  const isColleague = person.orgId !== undefined && person.orgId !== null && person.orgId === portal.id;
  return isColleague && (isAdministrator || (can('portal:admin:viewUsers') && can('portal:admin:viewItems')));
}

/** Pages inside pages of others have no links to profiles. @source CO-039 to CO-043 */
export function ProfileCard({ person }: { person: User }) {
  const t = useTranslate();
  const session = useSession();
  const [params] = useSearchParams();
  const isEmbedded = params.get('embed') === 'true';
  const { username } = person;
  const isSelf = session.user?.username === username;
  const description = textOfHtml(person.description ?? '');
  const isColleague = session.user !== undefined && person.orgId === session.portal.id;
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <Avatar src={userThumbnail(person)} name={person.fullName || username} color="meridian" size={48} alt="" />
        <div className={classes.names}>
          <Text fw={620} truncate dir="auto">
            {person.fullName || username}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            <bdi>{username}</bdi>
            {isColleague && person.role && ` · ${t(roleKey(person))}`}
          </Text>
        </div>
      </div>
      <p className={classes.description} dir="auto">
        {description || t(isSelf ? 'people.card.no-description-own' : 'people.card.no-description')}
      </p>
      {!isEmbedded && (
        <nav aria-label={t('people.card.links', { name: person.fullName || username })} className={classes.links}>
          <Link to={paths.user(username)}>{t('people.card.profile')}</Link>
          {mayManageItems(person, session) && (
            <Link to={paths.content(isSelf ? {} : { user: username })}>{t('people.card.manage-items')}</Link>
          )}
          <Link to={paths.search({ q: `owner:${username}` })}>{t('people.card.items')}</Link>
          <Link to={paths.search({ t: 'groups', q: `owner:${username}` })}>{t('people.card.groups')}</Link>
        </nav>
      )}
    </div>
  );
}
