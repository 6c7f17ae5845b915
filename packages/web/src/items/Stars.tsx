// Five stars that show a rounded rating.
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useFormat, useTranslate } from '../language/use-language.ts';
import classes from './Stars.module.css';

/** Full stars of five for an average. @source CO-036, CO-168, CO-321 */
function fullStars(average: number): number {
  return Math.min(5, Math.max(0, Math.round(average)));
}

/** Read out as "4 of 5 stars, 3 ratings". */
export function Stars({ average, count }: { average: number; count: number }) {
  const t = useTranslate();
  const format = useFormat();
  const full = fullStars(average);
  return (
    <span className={classes.stars} role="img" aria-label={t('shell.stars', { rating: format.number(full), count })}>
      {[1, 2, 3, 4, 5].map((star) =>
        star <= full ? <IconStarFilled key={star} size={13} aria-hidden /> : <IconStar key={star} size={13} stroke={1.75} aria-hidden />,
      )}
    </span>
  );
}
