// Keeps work that was given up from changing anything more: whoever takes it up again must be the only one who does it.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Asked before anything that the work does with the database: undefined to go on at once, else a promise that is refused for work that is not to go on. */
export type Fence = () => Promise<void> | undefined;

const fences = new AsyncLocalStorage<Fence | undefined>();

/** Does work behind a fence, with everything that it begins. */
export function withFence<T>(fence: Fence, work: () => Promise<T>): Promise<T> {
  return fences.run(fence, work);
}

/** Does something that others may wait for too, whoever was the first to want it. */
export function withoutFence<T>(work: () => T): T {
  return fences.run(undefined, work);
}

/** Whether the work that asks may go on. */
export const passFence: Fence = () => fences.getStore()?.();
