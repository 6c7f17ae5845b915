import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { LookupConnection } from './lookup-connection.ts';
import type { LookupRound } from './lookup-round.ts';
import { lookupStatement, type Question } from './lookups.ts';

/** A connection that answers every question of a round with nothing. */
class QuietClient extends EventEmitter {
  connect(): Promise<void> {
    return Promise.resolve();
  }
  query(round: LookupRound): void {
    for (let left = round.unanswered.length; left > 0; left--) round.handleCommandComplete();
    round.handleReadyForQuery();
  }
}

const question = (): Question => ({ ...lookupStatement('select 1', []), answer: () => undefined, refuse: () => undefined });

it('keeps a new connection when the one before it says late that it has ended', async () => {
  const opened: QuietClient[] = [];
  const connection = new LookupConnection(
    () => {
      opened.push(new QuietClient());
      return opened.at(-1) as unknown as pg.Client;
    },
    () => Promise.reject(new Error('nothing is to be asked again')),
  );
  await connection.answering([question()]);
  opened[0]?.emit('error', new Error('broken'));
  await connection.answering([question()]);
  opened[0]?.emit('end');
  await connection.answering([question()]);
  expect(opened).toHaveLength(2);
});
