// Whose turn it is where several files are published together.

/** As many are published at a time: the portal has others to serve. */
export const MOST_AT_ONCE = 2;

/** One of the files. */
export interface TurnFile {
  id: number;
  /** The portal has it: what is not sent holds nobody up. */
  isSent: boolean;
  /** It was published, or waits for a person. */
  isOver: boolean;
}

/** The turn of each file, in their order. After cancelling, what runs comes to its end and nothing else begins. */
export function turnsOf(
  files: readonly TurnFile[],
  running: ReadonlySet<number>,
  isCancelled: boolean,
): Map<number, 'waiting' | 'now' | 'over'> {
  let free = MOST_AT_ONCE - files.filter(({ id, isOver }) => running.has(id) && !isOver).length;
  return new Map(
    files.map(({ id, isSent, isOver }) => {
      if (isOver) return [id, 'over'];
      if (running.has(id)) return [id, 'now'];
      if (!isSent || isCancelled || free <= 0) return [id, 'waiting'];
      free--;
      return [id, 'now'];
    }),
  );
}
