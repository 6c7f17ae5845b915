// Copies of a file with the damage that disks, cables and people do to it, the same ones in every run.

/** What was done to a copy, and the copy. */
export type DamagedCopy = readonly [damage: string, bytes: Uint8Array];

/** How many copies of each kind. */
export interface Damage {
  seed: number;
  /** Copies with some bytes changed. */
  flips: number;
  /** Copies with a number made very large, of those among the first bytes and anywhere. */
  lengths: number;
}

const LARGE: readonly [string, (view: DataView, at: number) => void][] = [
  ['the largest 32 bits', (view, at) => view.setUint32(at, 0xffffffff)],
  ['the largest positive 32 bits, low byte first', (view, at) => view.setUint32(at, 0x7fffffff, true)],
  ['the largest positive 32 bits, high byte first', (view, at) => view.setUint32(at, 0x7fffffff)],
  ['a hundred million, low byte first', (view, at) => view.setUint32(at, 100_000_000, true)],
  ['the largest 16 bits', (view, at) => view.setUint16(at, 0xffff)],
];
/** Headers end about here. */
const HEADER = 200;

/** Empty, cut off, with bytes changed, and with lengths that are too large. */
export function* damagedCopies(file: Uint8Array, { seed, flips, lengths }: Damage): Generator<DamagedCopy> {
  // NOTE: slices of a Buffer share its memory.
  const whole = Uint8Array.from(file);
  const random = randomNumbers(seed);
  const below = (most: number): number => Math.floor(random() * most);
  yield ['empty', new Uint8Array(0)];
  const cuts = [
    1,
    4,
    16,
    33,
    64,
    100,
    ...[0.1, 0.25, 0.5, 0.75, 0.9, 0.99].map((part) => Math.floor(whole.length * part)),
    whole.length - 1,
  ];
  for (const length of new Set(cuts)) if (length < whole.length) yield [`cut to ${length}`, whole.slice(0, length)];
  for (let i = 0; i < flips; i++) {
    const bytes = whole.slice();
    const places = Array.from({ length: 1 + below(6) }, () => below(bytes.length));
    for (const at of places) bytes[at] = (bytes[at] ?? 0) ^ (1 + below(255));
    yield [`changed at ${places.join(', ')}`, bytes];
  }
  for (let i = 0; i < lengths; i++) {
    const bytes = whole.slice();
    const at = below(Math.max(1, Math.min(bytes.length, i % 2 === 0 ? HEADER : bytes.length) - 4));
    const large = LARGE[i % LARGE.length];
    large?.[1](new DataView(bytes.buffer), at);
    yield [`${large?.[0]} at ${at}`, bytes];
  }
}

/** Numbers from 0 to 1 that follow from the seed. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
