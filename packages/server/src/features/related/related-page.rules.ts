// How many related records one reply holds.

/** A record and one that is related to it, by their object ids. */
export interface Pair {
  origin: number;
  related: number;
}

/** The first pairs that a reply has room for, and at least one: a record stands in it as often as it is related to others. */
export function fittingPairs(pairs: readonly Pair[], sizeOf: (related: number) => number, mostBytes: number): readonly Pair[] {
  let bytes = 0;
  const end = pairs.findIndex(({ related }, at) => {
    bytes += sizeOf(related);
    return at > 0 && bytes > mostBytes;
  });
  return end < 0 ? pairs : pairs.slice(0, end);
}
