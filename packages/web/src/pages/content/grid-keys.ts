// Where the arrow keys lead in a long table.

/** The row that a key leads to, or undefined for keys that lead nowhere. */
export function nextRow(key: string, active: number, count: number, perScreen: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + perScreen,
    PageUp: active - perScreen,
    Home: 0,
    End: count - 1,
  };
  const target = steps[key];
  return target === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, target));
}
