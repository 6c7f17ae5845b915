// Tests in which somebody waits for what another transaction holds.
import type { TestPortal } from './test-portal.ts';

/** Why they run on an external server alone. */
export const ONE_SESSION = 'The embedded engine has one session: a transaction has it alone, so nobody can wait for what it holds.';

/** Until so many statements wait for a lock: all, or those with these words. On another connection: within a transaction the view never changes. */
export async function untilWaiting(t: TestPortal, { count = 1, words = '' }: { count?: number; words?: string } = {}): Promise<void> {
  const text = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like $1 and datname = current_database()`;
  const waiting = async (): Promise<number> => (await t.portal.database.pool.query(text, [`%${words}%`])).rowCount ?? 0;
  while ((await waiting()) < count) await new Promise((resolve) => setTimeout(resolve, 10));
}
