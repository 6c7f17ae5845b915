// Finds those of many that the database cannot take, by asking for halves of them.

/** What PostGIS says of places that it cannot project. */
const REFUSED = 'XX000';

interface Halving<T, R> {
  ask(some: readonly T[]): Promise<readonly R[]>;
  /** What stands for those that cannot be taken: a single one, or several that are not looked for any more. */
  lost(some: readonly T[]): readonly R[];
  /** Statements that may fail; counted down. */
  failures?: { left: number };
}

/** Asks for all at once. Where that is refused the list is halved, until those that cannot be taken stand alone, or too many statements have failed. */
export async function inHalves<T, R>(all: readonly T[], halving: Halving<T, R>): Promise<readonly R[]> {
  try {
    return await halving.ask(all);
  } catch (error) {
    if ((error as { code?: string }).code !== REFUSED) throw error;
    if (all.length === 1 || (halving.failures !== undefined && halving.failures.left-- <= 0)) return halving.lost(all);
    const middle = Math.ceil(all.length / 2);
    return [...(await inHalves(all.slice(0, middle), halving)), ...(await inHalves(all.slice(middle), halving))];
  }
}
