// What files say of single points of lines, which a line has no place for.
import { type Sentence, sentence } from '../sentence.ts';
import { someOf } from './some-of.ts';

/** More names than any file has. */
const MOST_NAMES = 1000;

/** Counts values of points that are passed over. */
export class PointValues {
  private count = 0;
  private readonly names = new Set<string>();

  add(name: string): void {
    this.count++;
    if (this.names.size < MOST_NAMES) this.names.add(name.slice(0, 40));
  }

  warnings(): Sentence[] {
    return this.count > 0 ? [sentence('point-values', { count: this.count, names: someOf([...this.names]) })] : [];
  }
}
