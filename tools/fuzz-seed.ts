// Which cases property tests try: those of the day, or those that FUZZ_SEED names.

/**
 * The seed of property tests: FUZZ_SEED, else the day in UTC as a number, 20260504. All of a day try the same cases, so that a failure
 * can be looked at and a change is judged by what it changed; every day tries others.
 */
export function fuzzSeed({ FUZZ_SEED: given }: Readonly<Record<string, string | undefined>> = process.env, now = new Date()): number {
  if (given === undefined || given.trim() === '') return Number(now.toISOString().slice(0, 10).replaceAll('-', ''));
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`FUZZ_SEED has to be a whole number, not ${given}.`);
  return seed;
}
