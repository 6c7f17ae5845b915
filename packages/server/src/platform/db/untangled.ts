// Transactions that the database ends because they wait for each other in a ring, or changed the same rows at once: the loser begins again.

/** How often a transaction begins at most. */
const ATTEMPTS = 4;

/** SQLSTATEs of a deadlock, and of a serialisation that failed. */
const LOST: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** Whether the database has undone a transaction in favour of one that it waited for. */
function isTangled(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return LOST.has(code) || LOST.has(cause?.code);
}

/** Runs a transaction, and again from its beginning when it lost to others; `run` must not leave anything behind when it fails. */
export async function untangled<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTangled(error)) throw error;
    }
  }
}
