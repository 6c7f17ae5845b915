// Whose turn it is where several files are published together.
import { expect, test } from 'vitest';
import { turnsOf } from './publish-turns.ts';

const file = (id: number, state: 'sending' | 'sent' | 'over' = 'sent') => ({ id, isSent: state !== 'sending', isOver: state === 'over' });

test.each([
  ['two go at a time, in their order', [file(1), file(2), file(3)], [], false, ['now', 'now', 'waiting']],
  ['the next goes once one is over', [file(1, 'over'), file(2), file(3), file(4)], [2], false, ['over', 'now', 'now', 'waiting']],
  ['what is not sent holds nobody up', [file(1, 'sending'), file(2), file(3)], [], false, ['waiting', 'now', 'now']],
  ['who has the turn keeps it when an earlier file arrives', [file(1), file(2), file(3)], [2, 3], false, ['waiting', 'now', 'now']],
  ['nothing begins after cancelling', [file(1, 'over'), file(2), file(3)], [2], true, ['over', 'now', 'waiting']],
] as const)('%s', (_rule, files, running, isCancelled, turns) => {
  expect([...turnsOf(files, new Set(running), isCancelled).values()]).toEqual(turns);
});
