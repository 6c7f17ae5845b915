// What somebody else does in the moment between the check and the write of an operation.
import { vi } from 'vitest';
import type { Portal } from '../src/platform/context.ts';

/** Lets something happen just before the portal begins its next transaction: after what was read, before what is written. */
export function beforeNextTransaction(portal: Portal, happen: () => Promise<unknown>): void {
  const { db } = portal;
  const begin = db.transaction.bind(db);
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
    const transaction = begin();
    const run = transaction.execute.bind(transaction);
    vi.spyOn(transaction, 'execute').mockImplementationOnce(async (work) => {
      await happen();
      return run(work);
    });
    return transaction;
  });
}

/** Lets something happen just after the portal has looked a service up next: it goes on with what the service was before. */
export function afterNextSight(portal: Portal, happen: () => Promise<unknown>): void {
  const { lookups } = portal.database;
  const ask = lookups.ask.bind(lookups);
  const asking = vi.spyOn(lookups, 'ask').mockImplementation(async (statement) => {
    const rows = await ask(statement);
    if (!statement.text.includes('feature_service')) return rows;
    asking.mockRestore();
    await happen();
    return rows;
  });
}
