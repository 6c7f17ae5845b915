// The rating of an item: the average of everybody, and the caller's own vote.
import { addRating, deleteRating, getRating } from '@graticule/contract/content/comments';
import type { Item } from '@graticule/contract/content/item';
import { Anchor, Text, Title } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { isOwner } from '../../item-actions/item-rights.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import classes from './ItemComments.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

/** Owners see what others gave; visitors are asked to sign in. @source CO-168 */
export function ItemRating({ item }: { item: Item }) {
  const t = useTranslate();
  const session = useSession();
  const { pathname, search } = useLocation();
  const rounded = Math.round(item.avgRating);
  const words = t('shell.stars', { rating: rounded, count: item.numRatings });
  return (
    <section>
      <Title order={2} className={classes.heading}>
        {t('item.rating')}
      </Title>
      <div className={classes.average}>
        <span role="img" aria-label={words} className={classes.stars}>
          {STARS.map((star) => (
            <Star key={star} isFull={star <= rounded} size={18} />
          ))}
        </span>
        <span aria-hidden>{t('item.ratings', { count: item.numRatings })}</span>
      </div>
      {!session.user ? (
        <Text size="sm" mt={8}>
          <Anchor component={Link} to={paths.signIn({ returnUrl: pathname + search })} underline="always">
            {t('item.rate-sign-in')}
          </Anchor>
        </Text>
      ) : (
        !isOwner(item, session) && <OwnVote id={item.id} />
      )}
    </section>
  );
}

function OwnVote({ id }: { id: string }) {
  const t = useTranslate();
  const own = useQuery({ queryKey: keys.itemPart(id, 'rating'), queryFn: () => call(getRating, { id }) });
  const vote = useItemChange((rating: number) => (rating === 0 ? call(deleteRating, { id }) : call(addRating, { id, rating })));
  const value = vote.isPending ? vote.variables : (own.data?.rating ?? 0);
  return (
    <fieldset className={classes.vote}>
      <legend>{t('item.rate-own')}</legend>
      <div className={classes.stars}>
        {STARS.map((star) => (
          <button
            key={star}
            type="button"
            className={classes.star}
            aria-label={t('item.rate-stars', { count: star })}
            aria-pressed={star === value}
            disabled={!own.data || vote.isPending}
            onClick={() => vote.mutate(star)}
          >
            <Star isFull={star <= value} size={24} />
          </button>
        ))}
      </div>
      {value > 0 && (
        <button type="button" className={classes.plain} onClick={() => vote.mutate(0)}>
          {t('item.rate-remove')}
        </button>
      )}
    </fieldset>
  );
}

function Star({ isFull, size }: { isFull: boolean; size: number }) {
  const Icon = isFull ? IconStarFilled : IconStar;
  return <Icon size={size} stroke={1.5} color={isFull ? 'var(--ochre)' : 'var(--ink-soft)'} aria-hidden />;
}
