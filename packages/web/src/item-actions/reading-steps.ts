// What a person said about a file, one choice after the other, and how the last one is taken back.
import type { PublishColumn } from '@graticule/contract/content/publishing';
import { analysisReading, type ColumnOf, type Reading, withChoices, withColumn, withKey } from './reading.ts';

type Change = (reading: Reading) => Reading;

/** A reading, and what takes back the choices that made the portal read the file anew, the last one at the end. */
export interface ReadingSteps {
  reading: Reading;
  backs: readonly Change[];
}

export const NOTHING_SAID: ReadingSteps = { reading: {}, backs: [] };

/** A choice about the file. What was said about its columns, and went with it, comes back with it. */
export function sayOfFile(steps: ReadingSteps, changes: Reading): ReadingSteps {
  const { reading } = steps;
  const after = withChoices(reading, changes);
  const changed = (Object.keys(after) as (keyof Reading)[]).filter((name) => after[name] !== reading[name]);
  const before = Object.fromEntries(changed.map((name) => [name, reading[name]]));
  return said(steps, after, (later) => ({ ...later, ...before }));
}

/** A choice about one column. */
export function sayOfColumn(steps: ReadingSteps, of: ColumnOf, changes: Partial<PublishColumn>): ReadingSteps {
  const after = withColumn(steps.reading, of, changes);
  const type = steps.reading.columns?.find(({ name, dataset }) => name === of.name && dataset === of.dataset)?.type;
  return said(steps, after, (later) => withColumn(later, of, { type }));
}

/** Another key; the file is read as before. */
export function sayOfKey(steps: ReadingSteps, name: string | undefined, dataset: string | undefined): ReadingSteps {
  return { ...steps, reading: withKey(steps.reading, name, dataset) };
}

/** Takes the last choice back that made the portal read the file anew; what was said beside it stays. */
export function takeLastBack({ reading, backs }: ReadingSteps): ReadingSteps {
  const back = backs.at(-1);
  return back ? { reading: back(reading), backs: backs.slice(0, -1) } : { reading, backs };
}

function said({ reading, backs }: ReadingSteps, after: Reading, back: Change): ReadingSteps {
  const isSame = JSON.stringify(sorted(analysisReading(reading))) === JSON.stringify(sorted(analysisReading(after)));
  return { reading: after, backs: isSame ? backs : [...backs, back] };
}

/** What is not said and what was taken back are the same. */
function sorted(reading: Reading): unknown {
  return Object.entries(reading)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
