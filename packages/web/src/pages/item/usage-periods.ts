// Days put together to as many bars as can be told apart.

/** Days from `from` to `to` (beginnings of days, epoch milliseconds), and the looks in them. */
export interface Period {
  from: number;
  to: number;
  count: number;
}

/** Bars that fit. */
const MAX_BARS = 60;

/** Days as they are, or weeks; the last one ends with the last day, so that the first may be shorter. */
export function periodsOf(views: readonly { date: number; count: number }[]): Period[] {
  const length = views.length <= MAX_BARS ? 1 : 7;
  const periods: Period[] = [];
  for (let end = views.length; end > 0; end -= length) {
    const days = views.slice(Math.max(0, end - length), end);
    const [first] = days;
    const last = days.at(-1);
    if (first && last) periods.unshift({ from: first.date, to: last.date, count: days.reduce((sum, each) => sum + each.count, 0) });
  }
  return periods;
}
