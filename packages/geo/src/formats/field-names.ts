// Makes names of columns valid for layers and unique.

const MAX_LENGTH = 31;
const RESERVED = new Set(['objectid', 'shape', 'globalid']);

/**
 * Valid names for the columns, in order: letters of any script, digits and `_`, starting with a letter, unique without regard
 * to case. Names that the layer needs itself get a `_` behind them.
 */
export function validFieldNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, i) => {
    const wanted = validName(name, i);
    let unique = wanted;
    for (let n = 1; taken.has(unique.toLowerCase()) || RESERVED.has(unique.toLowerCase()); n++) {
      const suffix = RESERVED.has(wanted.toLowerCase()) && n === 1 ? '_' : `_${n}`;
      unique = cut(wanted, MAX_LENGTH - suffix.length) + suffix;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
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
