// What people say about an item, newest first.
import { addComment, getComments } from '@graticule/contract/content/comments';
import type { Item } from '@graticule/contract/content/item';
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { CommentEntry } from './CommentEntry.tsx';
import { CommentForm } from './CommentForm.tsx';
import { markupOf } from './comment-text.ts';
import classes from './ItemComments.module.css';

const PER_PAGE = 20;

/** Nothing where comments are turned off and there are none. */
export function ItemComments({ item }: { item: Item }) {
  const t = useTranslate();
  const format = useFormat();
  const { portal } = useSession();
  const isOpen = item.commentsEnabled !== false && portal.commentsEnabled !== false;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keys.itemPart(item.id, 'comments'),
    queryFn: ({ pageParam }) => call(getComments, { id: item.id, start: pageParam, num: PER_PAGE, threaded: true }, { quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.nextStart > 0 ? last.nextStart : undefined),
  });
  const comments = data?.pages.flatMap((page) => page.comments) ?? [];
  // the reply counts threads, the item every comment
  const count = Math.max(data?.pages[0]?.total ?? 0, item.numComments);
  if (!isOpen && count === 0) return null;
  return (
    <section id="comments" aria-labelledby="comments-heading">
      <Title order={2} id="comments-heading" className={classes.heading}>
        {t('item.comments', { count, shown: format.number(count) })}
      </Title>
      {isOpen ? <Writing item={item} /> : <Text c="dimmed">{t('item.comments-closed')}</Text>}
      {error && <ErrorState isInline error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={64} mt="md" />}
      <ul className={classes.list}>
        {comments.map((comment) => (
          <CommentEntry key={comment.id} item={item} comment={comment} mayReply={isOpen} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('item.comments-more')}
        </Button>
      )}
    </section>
  );
}

function Writing({ item }: { item: Item }) {
  const t = useTranslate();
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const adding = useItemChange((text: string) => call(addComment, { id: item.id, comment: markupOf(text) }), { isQuiet: true });
  if (!user) {
    return (
      <Button component={Link} to={paths.signIn({ returnUrl: pathname + search })} variant="default">
        {t('item.comment-sign-in')}
      </Button>
    );
  }
  return (
    <CommentForm
      // a new, empty form once the comment is there
      key={adding.data?.commentId}
      label={t('item.comment')}
      submit={t('item.comment-add')}
      isBusy={adding.isPending}
      error={adding.error}
      onSubmit={(text) => adding.mutate(text)}
    />
  );
}
