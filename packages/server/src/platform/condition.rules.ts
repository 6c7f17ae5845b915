// Conditions that stand by themselves and are put into statements of others.
import { BoundedMap } from './bounded-map.ts';

/** SQL that is true or false, with its values as `$1`, `$2` and so on; whoever puts it into a statement numbers them anew. */
export interface Condition {
  text: string;
  values: readonly unknown[];
}

/** Few texts come again and again, at a few places of statements. */
const MOST_TEXTS = 200;
const MOST_PLACES = 50;
const written = new BoundedMap<string, BoundedMap<number, string>>(MOST_TEXTS);

/** The text of a condition whose values stand behind so many others. */
export function renumbered(text: string, before: number): string {
  if (before === 0) return text;
  const places = written.get(text) ?? new BoundedMap<number, string>(MOST_PLACES);
  const known = places.get(before);
  if (known !== undefined) return known;
  const moved = text.replace(/\$(\d+)/g, (_all, number: string) => `$${before + Number(number)}`);
  places.set(before, moved);
  written.set(text, places);
  return moved;
}
