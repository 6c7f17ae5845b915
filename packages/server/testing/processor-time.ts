// Time that depends on the work alone: whatever else the machine does, it stays the same.

/** Milliseconds of processor that this thread has used so far. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
