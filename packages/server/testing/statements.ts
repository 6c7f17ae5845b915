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

/** The statements of a kind that run within the time limit of requests while something is done. */
export async function hurriedStatementsOf(act: () => Promise<unknown>, kind: RegExp): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    const unhurried = new Set<unknown>();
    return query.mock.calls
      .map(([asked]) => textOf(asked))
      .filter((text, at) => {
        const client = query.mock.contexts[at];
        if (/^set local statement_timeout = 0$/.test(text)) unhurried.add(client);
        else if (/^(commit|rollback)\b/i.test(text)) unhurried.delete(client);
        return kind.test(text) && !unhurried.has(client);
      });
  } finally {
    query.mockRestore();
  }
}

function textOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : String((asked as { text?: unknown }).text ?? '');
}
