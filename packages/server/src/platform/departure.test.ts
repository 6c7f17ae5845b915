import { expect, it } from 'vitest';
import { Departure } from './departure.ts';

it('tells everybody who still listens, once and in turn', () => {
  const departure = new Departure();
  const told: string[] = [];
  const forgotten = (): void => void told.push('forgotten');
  departure.addEventListener('abort', () => void told.push(`first ${departure.aborted}`));
  departure.addEventListener('abort', forgotten);
  // Somebody who leaves while the others are told changes nothing for them.
  const second = (): void => {
    told.push('second');
    departure.removeEventListener('abort', second);
  };
  departure.addEventListener('abort', second);
  departure.addEventListener('abort', () => void told.push('third'));
  departure.removeEventListener('abort', forgotten);
  expect([departure.aborted, told]).toEqual([false, []]);
  departure.abort();
  departure.abort();
  expect([departure.aborted, told]).toEqual([true, ['first true', 'second', 'third']]);
});
