// How far a load is, as replies tell it.
import { expect, it } from 'vitest';
import { jobView } from './load-status.ts';

it('the state of a load stands in the reply by both of its names', () => {
  const job = { id: 'j', state: 'completed', created: new Date(0), finished: new Date(0), progress: {}, message: '', reasons: [] };
  const view = jobView('trees', job as unknown as Parameters<typeof jobView>[1], 1);
  expect(view).toMatchObject({ status: 'CompletedWithErrors', jobStatus: 'CompletedWithErrors' });
});
