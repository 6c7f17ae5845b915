// Makes names of columns valid for layers and unique.

const MAX_LENGTH = 31;
const RESERVED = new Set(['objectid', 'shape', 'globalid']);

/**
 * Valid names for the columns, in order: letters of any script, digits and `_`, starting with a letter, unique without regard
 * to case. Names that the layer needs itself get a `_` behind them.
 */
export function validFieldNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return names.map((name, i) => {
    const wanted = validName(name, i);
    const key = wanted.toLowerCase();
    const isReserved = RESERVED.has(key);
    const unique = isReserved || taken.has(key) ? numbered(wanted, { isReserved, taken, numbers }) : wanted;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/**
 * The name with the first number behind it that makes it another than those that are taken. `numbers` has the next number of each beginning, for
 * each length of what stands behind it: a file may have the same name thousands of times, and must not try all numbers for each.
 */
function numbered(
  wanted: string,
  { isReserved, taken, numbers }: { isReserved: boolean; taken: ReadonlySet<string>; numbers: Map<string, number> },
): string {
  for (let n = 1; ; ) {
    const suffix = isReserved && n === 1 ? '_' : `_${n}`;
    const start = cut(wanted, MAX_LENGTH - suffix.length);
    const key = `${suffix.length} ${start.toLowerCase()}`;
    const next = Math.max(n, numbers.get(key) ?? 1);
    if (next > n) {
      n = next;
      continue;
    }
    n++;
    numbers.set(key, n);
    if (!taken.has(`${start}${suffix}`.toLowerCase())) return `${start}${suffix}`;
  }
}

function validName(name: string, index: number): string {
  const cleaned = name
    .normalize('NFC')
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '_')
    .replace(/^_+(?=.)/, '');
  if (cleaned === '' || cleaned === '_') return `field_${index + 1}`;
  return cut(/^[\p{L}]/u.test(cleaned) ? cleaned : `f_${cleaned}`, MAX_LENGTH);
}

/** Cuts between characters, never inside one. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '');
}
