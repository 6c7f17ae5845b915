// Counting values that the database has put into one text.

/** A value and how many matches have it. */
export interface ValueCount {
  value: string;
  count: number;
}

/** Between values; the database writes the same. Lists of items hold no control characters. */
const SEPARATOR = '\u001f';

/** How often each value stands in a list. */
export function countList(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of text.split(SEPARATOR)) counts.set(value, (counts.get(value) ?? 0) + 1);
  counts.delete('');
  return counts;
}

/** The same of values that are counted already, each after its number and a blank. */
export function readTally(text: string): Map<string, number> {
  const counted = text.split(SEPARATOR).filter((each) => each !== '');
  return new Map(
    counted.map((each) => {
      const blank = each.indexOf(' ');
      return [each.slice(blank + 1), Number(each.slice(0, blank))];
    }),
  );
}

/** The most frequent first, equally frequent ones in the order of their letters. */
export function mostFrequent(counts: ReadonlyMap<string, number>, size: number): ValueCount[] {
  const least = Float64Array.from(counts.values()).sort().at(-size) ?? 0;
  const found: ValueCount[] = [];
  // Most values come once: they are not put in order only to be left out.
  for (const [value, count] of counts) if (count >= least) found.push({ value, count });
  return found.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, size);
}
