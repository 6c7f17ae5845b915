// Remembers in which row of its file each feature of a new layer stood, or each row of a text in its sheet: they are numbered in the order of the file, with few gaps.

/** Runs of features, or rows, whose numbers and rows grow together. */
export class RowNumbers {
  private readonly firsts: number[] = [];
  private readonly shifts: number[] = [];
  private last = Number.NEGATIVE_INFINITY;

  /** The next one; their numbers grow, and one that is no larger than the last is known already. */
  note(id: number, row: number): void {
    if (id <= this.last) return;
    this.last = id;
    if (this.shifts.at(-1) === row - id) return;
    this.firsts.push(id);
    this.shifts.push(row - id);
  }

  /** The row of one that was noted. */
  rowOf(id: number): number {
    let run = 0;
    for (let after = this.firsts.length; run + 1 < after; ) {
      const middle = (run + after) >> 1;
      if ((this.firsts[middle] as number) <= id) run = middle;
      else after = middle;
    }
    return id + (this.shifts[run] ?? 0);
  }
}
