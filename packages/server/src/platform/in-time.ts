// Waiting for what one can do without, but not for long.

/** What a promise gives within some time; undefined when it takes longer, and then `onLate` is told. It goes on by itself. */
export async function inTime<T>(given: Promise<T>, timeMs: number, onLate: () => void): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      onLate();
      resolve(undefined);
    }, timeMs).unref();
  });
  try {
    return await Promise.race([given, late]);
  } finally {
    clearTimeout(timer);
  }
}
