// What nobody waits for, such as a line of the log, done when whoever was answered has had the time to ask for more: a caller who asks for one thing
// after the other would wait for it each time, while the processor has nothing to do as soon as the database has the next statement.

let waiting: (() => void)[] = [];

function run(): void {
  const works = waiting;
  waiting = [];
  for (const work of works) {
    try {
      work();
    } catch {
      // Whoever was answered has the answer, and there is nobody to tell.
    }
  }
}

/** Does the work after the requests that come next have been read, or at once when none come. What it throws is lost. */
export function afterwards(work: () => void): void {
  waiting.push(work);
  // The first of the two comes before the event loop looks for requests again, the second after it.
  if (waiting.length === 1) setImmediate(() => setImmediate(run));
}
