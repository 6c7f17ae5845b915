// Where classes of numbers end.

/** Equal steps from the least to the greatest value. */
export function equalIntervals(min: number, max: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? max : min + ((max - min) * (index + 1)) / count));
}

/** Ends at the multiples of a step between the least and the greatest value, which is the last end. */
export function definedIntervals(min: number, max: number, step: number): number[] {
  const { first, count } = multiplesBetween(min, max, step);
  // Multiplied each time, so that no error of a decimal such as 0.1 grows.
  const ends = Array.from({ length: count }, (_, index) => multipleOf(first + index, step));
  // Steps that numbers of 64 bits cannot tell apart end no classes.
  return [...new Set(ends.filter((end) => end > min && end < max)), max];
}

/** How many classes `definedIntervals` gives; without making them, which may be too many. */
export function countOfIntervals(min: number, max: number, step: number): number {
  return multiplesBetween(min, max, step).count + 1;
}

/** Which multiples of a step lie between the least and the greatest value: the first of them, in steps, and how many they are. */
function multiplesBetween(min: number, max: number, step: number): { first: number; count: number } {
  const first = Math.floor(inSteps(min, step)) + 1;
  return { first, count: Math.max(0, Math.ceil(inSteps(max, step)) - first) };
}

/** A value nearer to a multiple than this part of a step lies on it: 0.3 / 0.1 is a little less than 3. */
const NEAR = 1e-9;

function inSteps(value: number, step: number): number {
  const steps = value / step;
  const whole = Math.round(steps);
  // Of many steps a division rounds off more.
  return Math.abs(steps - whole) <= Math.max(NEAR, 4 * Number.EPSILON * Math.abs(steps)) ? whole : steps;
}

/** As it is written, where that is the multiple but for what a multiplication rounds off: 0.3, and not 0.30000000000000004. */
function multipleOf(steps: number, step: number): number {
  const multiple = steps * step;
  const written = Number(multiple.toPrecision(15));
  const isSame = Math.abs(multiple) < 2 ** 53 && Math.abs(written - multiple) <= Number.EPSILON * Math.abs(multiple);
  return isSame ? written : multiple;
}

/** Two classes beside each other are up to this many times as wide as one another, in steps of an eighth of a doubling. */
const MOST_GROWTH = 16;
const STEPS_OF_DOUBLING = 8;

/**
 * Widths that grow, or shrink, by the same factor from class to class: the one by which the classes hold most nearly as many values, so that their
 * squared counts are least together.
 * @param sorted values, or a sample of them, of which the first is the least and the last the greatest
 */
export function geometricalIntervals(sorted: readonly number[], count: number): number[] {
  const [min = 0] = sorted;
  const max = sorted.at(-1) ?? min;
  if (min === max) return [max];
  const widest = Math.log2(MOST_GROWTH) * STEPS_OF_DOUBLING;
  let best = equalIntervals(min, max, count);
  let least = squaredCounts(sorted, best);
  for (let step = -widest; step <= widest; step++) {
    if (step === 0) continue;
    const factor = 2 ** (step / STEPS_OF_DOUBLING);
    const ends = Array.from({ length: count }, (_, index) =>
      index === count - 1 ? max : min + ((max - min) * (factor ** (index + 1) - 1)) / (factor ** count - 1),
    );
    const squares = squaredCounts(sorted, ends);
    if (squares < least) [best, least] = [ends, squares];
  }
  return [...new Set(best)];
}

/** Sum of the squares of how many values each class holds, the last up to its end. */
function squaredCounts(sorted: readonly number[], ends: readonly number[]): number {
  const counts = ends.map(() => 0);
  let at = 0;
  for (const value of sorted) {
    while (at < ends.length - 1 && value > (ends[at] ?? value)) at++;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.reduce((sum, held) => sum + held * held, 0);
}

/** How many deviations from the mean the last class begins at most. */
const FARTHEST = 2.5;

/** Steps of one standard deviation around the mean, or of a part of one, as far as the values go. */
export function deviationBreaks(facts: { min: number; max: number; mean: number; deviation: number }, interval = 1): number[] {
  const { min, max, mean, deviation } = facts;
  if (!(deviation > 0)) return [max];
  // The class in the middle lies around the mean; a little more, because parts such as a third are written as decimals.
  const above = Array.from({ length: Math.floor(FARTHEST / interval + 0.501) }, (_, index) => (index + 0.5) * interval);
  const steps = [...above.map((step) => -step).reverse(), ...above].map((step) => mean + step * deviation);
  return [...steps.filter((value) => value > min && value < max), max];
}

/**
 * Natural breaks: ends of classes whose values differ least among themselves (Jenks), over a sorted sample.
 * @shape as many ends as classes, the last is the greatest value
 */
export function naturalBreaks(sorted: readonly number[], count: number): number[] {
  const n = sorted.length;
  const classes = Math.min(count, new Set(sorted).size);
  if (classes <= 1) return sorted.slice(-1);
  const sums = [0];
  const squares = [0];
  for (const value of sorted) {
    sums.push((sums.at(-1) ?? 0) + value);
    squares.push((squares.at(-1) ?? 0) + value * value);
  }
  const at = (list: readonly number[], index: number): number => list[index] ?? 0;
  /** Sum of squared differences from the mean of the values from `from` to before `to`. */
  const spread = (from: number, to: number): number => {
    const sum = at(sums, to) - at(sums, from);
    return at(squares, to) - at(squares, from) - (sum * sum) / (to - from);
  };
  let costs = Array.from({ length: n + 1 }, (_, to) => (to === 0 ? 0 : spread(0, to)));
  const starts: number[][] = [];
  for (let level = 1; level < classes; level++) {
    const next = new Array<number>(n + 1).fill(Number.POSITIVE_INFINITY);
    const start = new Array<number>(n + 1).fill(0);
    for (let to = level + 1; to <= n; to++) {
      for (let from = level; from < to; from++) {
        const cost = at(costs, from) + spread(from, to);
        if (cost < at(next, to)) {
          next[to] = cost;
          start[to] = from;
        }
      }
    }
    costs = next;
    starts.push(start);
  }
  const ends: number[] = [];
  let to = n;
  for (let level = classes - 1; level >= 0; level--) {
    ends.unshift(at(sorted, to - 1));
    to = level === 0 ? 0 : at(starts[level - 1] ?? [], to);
  }
  return [...new Set(ends)];
}
