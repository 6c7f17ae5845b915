// Counts what is asked of the database.
import pg from 'pg';
import { vi } from 'vitest';

/** How many statements run while something is done; only those of a kind, when one is named. */
export async function statementsOf(act: () => Promise<unknown>, kind = /^/): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    return query.mock.calls.filter(([asked]) => kind.test(textOf(asked))).length;
  } finally {
    query.mockRestore();
  }
}

function textOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : String((asked as { text?: unknown }).text ?? '');
}
