// Files one after the other: one that fails or is cancelled stops no other.
import { afterEach, expect, test, vi } from 'vitest';
import { FileQueue } from './file-queue.ts';

const file = (name: string) => new File(['x'], name);
const settled = () => new Promise((resolve) => setTimeout(resolve));
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** A queue whose files are answered by hand. */
function queue() {
  const sent: { name: string; signal: AbortSignal; tell: (share: number) => void; end: (error?: Error) => void }[] = [];
  const onUnseenFault = vi.fn();
  const files = new FileQueue({
    send: ({ name }, { signal, onProgress }) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
        sent.push({ name, signal, tell: onProgress, end: (error) => (error ? reject(error) : resolve()) });
      }),
    onUnseenFault,
  });
  const told = () => files.files().map(({ file: { name }, phase, share }) => [name, phase, share]);
  const idOf = (name: string) => files.files().find((each) => each.file.name === name)?.id ?? 0;
  return { files, sent, told, idOf, onUnseenFault };
}

test('one file goes at a time, and what was sent leaves', async () => {
  const { files, sent, told } = queue();
  files.add([file('a'), file('b')]);
  sent[0]?.tell(0.5);
  expect(told()).toEqual([
    ['a', 'sending', 0.5],
    ['b', 'waiting', 0],
  ]);
  sent[0]?.end();
  await settled();
  expect(told()).toEqual([['b', 'sending', 0]]);
  sent[1]?.end();
  await settled();
  expect(told()).toEqual([]);
});

test('a file that fails is kept with its fault, lets the others go, and is tried again', async () => {
  const { files, sent, told, idOf } = queue();
  closings.push(files.subscribe(() => {}));
  files.add([file('a'), file('b')]);
  sent[0]?.end(new Error('no room'));
  await settled();
  expect(told()).toEqual([
    ['a', 'failed', 0],
    ['b', 'sending', 0],
  ]);
  expect(files.files()[0]?.error).toMatchObject({ message: 'no room' });
  files.retry(idOf('a'));
  sent[1]?.end();
  await settled();
  expect(told()).toEqual([['a', 'sending', 0]]);
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'a']);
});

test('a file that is cancelled is broken off, and one that waits is never sent', async () => {
  const { files, sent, told, idOf } = queue();
  files.add([file('a'), file('b'), file('c')]);
  files.drop(idOf('b'));
  files.drop(idOf('a'));
  await settled();
  expect(sent.map(({ name, signal }) => [name, signal.aborted])).toEqual([
    ['a', true],
    ['c', false],
  ]);
  expect(told()).toEqual([['c', 'sending', 0]]);
});

test('files go on when nobody watches; then a fault is told elsewhere, and leaving the portal is asked about', async () => {
  const { files, sent, onUnseenFault } = queue();
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const close = files.subscribe(() => {});
  files.add([file('a')]);
  close();
  expect(leave()).toBe(true);
  sent[0]?.end(new Error('no room'));
  await settled();
  expect(onUnseenFault).toHaveBeenCalledTimes(1);
  expect(leave()).toBe(false);
});
