// How much of memory a row takes: a thousand rows may be a few bytes or a gigabyte.

/** About how many bytes the geometry, the texts and the raw bytes of a row are; numbers and the like count nothing. */
export function weightOfRow(wkb: Uint8Array | null | undefined, values: readonly unknown[]): number {
  let weight = wkb?.length ?? 0;
  for (const value of values) if (typeof value === 'string' || value instanceof Uint8Array) weight += value.length;
  return weight;
}
