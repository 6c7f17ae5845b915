// Undoing among others: what somebody changed after an operation stays as it is, and is told.
import { ApiError } from '../api/api-error.ts';
import { groupedBy, type Outcome, together } from './run-bulk.ts';

/** How a thing stands now, against what the operation made of it and what it was before. */
export type Standing = 'ours' | 'before' | 'changed';

/**
 * Puts back what stands as the operation left it. What is as it was before needs nothing; what is gone is left to the portal's own words.
 * @param standingOf undefined when the thing was not found
 */
export async function undoOwn<T>(
  items: readonly T[],
  standingOf: (item: T) => Standing | undefined,
  putBack: (items: readonly T[]) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const mine = items.filter((item) => [undefined, 'ours'].includes(standingOf(item)));
  const changed = items.filter((item) => standingOf(item) === 'changed');
  const same = { done: items.filter((item) => standingOf(item) === 'before'), refused: [], left: [] };
  const refused = { done: [], refused: changed.map((item) => ({ item, error: changedMeanwhile() })), left: [] };
  return together([mine.length > 0 ? await putBack(mine) : { done: [], refused: [], left: [] }, same, refused]);
}

/**
 * Undoes the giving of one value to many, such as a folder: each gets back the one that it had. `nowOf` gives the thing as it is; undefined where that is
 * not known.
 */
export async function undoGiven<T, Word extends string>(
  items: readonly T[],
  { given, wordOf, nowOf }: { given: Word; wordOf: (item: T) => Word; nowOf: (item: T) => T | undefined },
  putBack: (items: readonly T[], former: Word) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcomes: Outcome<T>[] = [];
  for (const [former, group] of groupedBy(items, wordOf)) {
    const standingOf = (item: T): Standing | undefined => {
      const current = nowOf(item);
      if (current === undefined) return undefined;
      return wordOf(current) === given ? 'ours' : wordOf(current) === former ? 'before' : 'changed';
    };
    outcomes.push(await undoOwn(group, standingOf, (mine) => putBack(mine, former)));
  }
  return together(outcomes);
}

function changedMeanwhile(): ApiError {
  return new ApiError(409, '', 'CHANGED_MEANWHILE');
}

/** Outcomes of several steps on the same things as one: done is what every step did. */
export function allOf<T>(items: readonly T[], keyOf: (item: T) => string, outcomes: readonly Outcome<T>[]): Outcome<T> {
  const { refused, left } = together(outcomes);
  const errors = new Map(refused.map(({ item, error }) => [keyOf(item), error]));
  const waiting = new Set(left.map(keyOf));
  return {
    done: items.filter((item) => !errors.has(keyOf(item)) && !waiting.has(keyOf(item))),
    refused: items.flatMap((item) => {
      const error = errors.get(keyOf(item));
      return error ? [{ item, error }] : [];
    }),
    left: items.filter((item) => waiting.has(keyOf(item)) && !errors.has(keyOf(item))),
  };
}
