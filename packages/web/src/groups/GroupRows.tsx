// A list of groups.
import type { Group } from '@graticule/contract/community/group';
import { Avatar, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { groupThumbnail } from '../api/addresses.ts';
import { AccessBadge } from '../items/AccessBadge.tsx';
import { shorten, textOfHtml } from '../items/snippet.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { PersonButton } from '../people/PersonButton.tsx';
import { ListTitle, type ListTitleOrder } from '../ui/ListTitle.tsx';
import classes from './GroupRows.module.css';

/** Picture, title, summary, owner, who sees it. */
export function GroupRows({ groups, titleOrder = 2 }: { groups: readonly Group[]; titleOrder?: ListTitleOrder }) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <ul className={classes.rows}>
      {groups.map((group) => (
        <li key={group.id} className={classes.row}>
          <Avatar src={groupThumbnail(group)} name={group.title} radius="sm" size={52} color="initials" alt="" />
          <div className={classes.words}>
            <ListTitle order={titleOrder} className={classes.title}>
              <Link to={paths.group(group.id)}>
                <bdi>{group.title}</bdi>
              </Link>
            </ListTitle>
            <p className={classes.snippet}>
              <bdi>{shorten(group.snippet || textOfHtml(group.description ?? ''), 150)}</bdi>
            </p>
            <p className={classes.meta}>
              <AccessBadge access={group.access} />
              <PersonButton username={group.owner}>{t('shell.owner', { name: group.owner })}</PersonButton>
              <span>{t('shell.updated', { when: format.ago(group.modified) })}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Grey rows of the size of the real ones. */
export function GroupRowsSkeleton({ count }: { count: number }) {
  return (
    <ul className={classes.rows} aria-hidden>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <li key={i} className={classes.row}>
          <Skeleton width={52} height={52} radius={6} />
          <div className={classes.words}>
            <Skeleton height={15} width="36%" />
            <Skeleton height={12} mt={10} width="64%" />
          </div>
        </li>
      ))}
    </ul>
  );
}
