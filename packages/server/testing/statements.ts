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
export const hurriedStatementsOf = (act: () => Promise<unknown>, kind: RegExp): Promise<string[]> =>
  statementsSince(/^set local statement_timeout = 0$/, act, (text, isSince) => kind.test(text) && !isSince);

/** The statements of a kind that run within a transaction of several while something is done. */
export const heldStatementsOf = (act: () => Promise<unknown>, kind: RegExp): Promise<string[]> =>
  statementsSince(/^begin\b/i, act, (text, isSince) => kind.test(text) && isSince);

/** Those that are chosen by their text and by whether their connection has been told something since its transaction before. */
async function statementsSince(
  told: RegExp,
  act: () => Promise<unknown>,
  chosen: (text: string, isSince: boolean) => boolean,
): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    const since = new Set<unknown>();
    return query.mock.calls
      .map(([asked]) => textOf(asked))
      .filter((text, at) => {
        const client = query.mock.contexts[at];
        if (told.test(text)) since.add(client);
        else if (/^(commit|rollback)\b/i.test(text)) since.delete(client);
        return chosen(text, since.has(client));
      });
  } finally {
    query.mockRestore();
  }
}

function textOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : String((asked as { text?: unknown }).text ?? '');
}
