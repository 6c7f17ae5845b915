// Does something with many things and keeps a result for each.
import { ApiError, LOST, toApiError } from '../api/api-error.ts';

/** Requests at the same time where each thing needs its own. */
const AT_ONCE = 6;

/** What became of the things. */
export interface Outcome<T> {
  done: readonly T[];
  refused: readonly { item: T; error: ApiError }[];
  /** Not tried any more, because somebody stopped it or the portal could not be reached. */
  left: readonly T[];
}

/** Follows and stops a run. */
export interface RunOptions {
  signal?: AbortSignal;
  onProgress?: (count: number) => void;
}

/** Something done with many things. */
export interface Operation<T, Kind extends string = string> {
  kind: Kind;
  run: (items: readonly T[], options?: RunOptions) => Promise<Outcome<T>>;
  /** Puts the things back that were changed; absent where that is impossible. */
  undo?: (items: readonly T[], options?: RunOptions) => Promise<Outcome<T>>;
}

/** What the portal answers for one thing of a call for many. */
interface Result {
  success: boolean;
  error?: { code: number; messageCode?: string; message: string };
}

/** Why the portal refused one thing of a call for many; undefined when it did not. */
export function refusalOf(result: Result | undefined): ApiError | undefined {
  if (result === undefined || result.success) return undefined;
  return new ApiError(result.error?.code ?? 400, result.error?.message ?? '', result.error?.messageCode);
}

/** Sends list after list; `send` gives why single things of a list were refused. */
export async function inLists<T>(
  lists: readonly (readonly T[])[],
  send: (list: readonly T[]) => Promise<(item: T) => ApiError | undefined>,
  { signal, onProgress }: RunOptions = {},
): Promise<Outcome<T>> {
  const done: T[] = [];
  const refused: { item: T; error: ApiError }[] = [];
  let tried = 0;
  for (const list of lists) {
    if (signal?.aborted) break;
    let isGone = false;
    try {
      const errorOf = await send(list);
      for (const item of list) {
        const error = errorOf(item);
        if (error) refused.push({ item, error });
        else done.push(item);
      }
    } catch (thrown) {
      const error = toApiError(thrown);
      refused.push(...list.map((item) => ({ item, error })));
      isGone = isOver(error);
    }
    tried += list.length;
    if (isGone) break;
    onProgress?.(tried);
  }
  return { done, refused, left: lists.flat().slice(tried) };
}

/** Sends a request for each thing, several at a time. */
export async function oneByOne<T>(
  items: readonly T[],
  send: (item: T) => Promise<unknown>,
  { signal, onProgress }: RunOptions = {},
  atOnce = AT_ONCE,
): Promise<Outcome<T>> {
  const done: T[] = [];
  const refused: { item: T; error: ApiError }[] = [];
  const waiting = [...items];
  let isStopped = false;
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      try {
        await send(item);
        done.push(item);
      } catch (thrown) {
        const error = toApiError(thrown);
        refused.push({ item, error });
        isStopped ||= isOver(error);
      }
      onProgress?.(done.length + refused.length);
      if (isStopped || signal?.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { done, refused, left: waiting };
}

/** Outcomes of several steps on different things as one. */
export function together<T>(outcomes: readonly Outcome<T>[]): Outcome<T> {
  return {
    done: outcomes.flatMap((each) => each.done),
    refused: outcomes.flatMap((each) => each.refused),
    left: outcomes.flatMap((each) => each.left),
  };
}

/** Going on makes no sense without a portal or a session. */
function isOver(error: ApiError): boolean {
  return LOST.includes(error.status) || error.status === 498 || error.status === 499;
}

/** Things in lists that are short enough for one request. */
export function listsOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** Things by a word that they share, in the order in which the words first occur. */
export function groupedBy<T, Word extends string>(items: readonly T[], wordOf: (item: T) => Word): Map<Word, T[]> {
  const groups = new Map<Word, T[]>();
  for (const item of items) {
    const group = groups.get(wordOf(item));
    if (group) group.push(item);
    else groups.set(wordOf(item), [item]);
  }
  return groups;
}
