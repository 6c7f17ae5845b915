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
import type { ListTitleOrder } from '../ui/ListTitle.tsx';
import { Row, RowMeta, Rows, RowsSkeleton, RowText, RowTitle, RowWords } from '../ui/Rows.tsx';
import classes from './GroupRows.module.css';

/** Picture, title, summary, owner, who sees it. */
export function GroupRows({ groups, titleOrder = 2 }: { groups: readonly Group[]; titleOrder?: ListTitleOrder }) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Rows>
      {groups.map((group) => (
        <Row key={group.id} className={classes.row}>
          <Avatar src={groupThumbnail(group)} name={group.title} radius="sm" size={52} color="initials" alt="" />
          <RowWords>
            <RowTitle order={titleOrder}>
              <Link to={paths.group(group.id)}>
                <bdi>{group.title}</bdi>
              </Link>
            </RowTitle>
            <RowText>
              <bdi>{shorten(group.snippet || textOfHtml(group.description ?? ''), 150)}</bdi>
            </RowText>
            <RowMeta>
              <AccessBadge access={group.access} />
              <PersonButton username={group.owner}>{t('shell.owner', { name: group.owner })}</PersonButton>
              <span>{t('shell.updated', { when: format.ago(group.modified) })}</span>
            </RowMeta>
          </RowWords>
        </Row>
      ))}
    </Rows>
  );
}

/** Grey rows of the size of the real ones. */
export function GroupRowsSkeleton({ count }: { count: number }) {
  return (
    <RowsSkeleton
      count={count}
      className={classes.row}
      picture={<Skeleton width={52} height={52} radius={6} />}
      lines={[
        { height: 15, width: '36%' },
        { height: 12, mt: 10, width: '64%' },
      ]}
    />
  );
}
