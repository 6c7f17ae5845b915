// Keeps low zoom tiles small: at most one point per cell of the tile's grid.

/** Remembers which cells are taken; the first point of a cell stays, so callers give the important ones first. */
export class PointThinner {
  private readonly cell: number;
  private readonly first: number;
  private readonly columns: number;
  private readonly taken: Uint8Array;

  /** Cells are counted from the tile's corner, so they line up between tiles when the width divides the extent. */
  constructor(cell: number, low: number, high: number) {
    this.cell = cell;
    this.first = Math.floor(low / cell);
    this.columns = Math.floor(high / cell) - this.first + 1;
    this.taken = new Uint8Array(this.columns * this.columns);
  }

  /** Takes the cell of a point inside the bounds; false when it was taken already. */
  claims(x: number, y: number): boolean {
    const at = (Math.floor(y / this.cell) - this.first) * this.columns + Math.floor(x / this.cell) - this.first;
    if (this.taken[at] === 1) return false;
    this.taken[at] = 1;
    return true;
  }
}
