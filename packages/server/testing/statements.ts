// Counts what is asked of the database.
import pg from 'pg';
import { vi } from 'vitest';

/** How many statements run while something is done. */
export async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}
