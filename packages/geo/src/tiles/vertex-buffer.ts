// Scratch arrays of vertices that are used again for every line and ring.

/** Vertices in tile units; x and y apart, because clipping works on one axis at a time. */
export class VertexBuffer {
  x = new Float64Array(1 << 10);
  y = new Float64Array(1 << 10);
  length = 0;

  /** Makes room for this many vertices in all. */
  reserve(count: number): void {
    if (count <= this.x.length) return;
    const size = Math.max(count, this.x.length * 2);
    const [x, y] = [new Float64Array(size), new Float64Array(size)];
    x.set(this.x);
    y.set(this.y);
    this.x = x;
    this.y = y;
  }

  /** Appends a vertex unless it repeats the one before it. Room must have been reserved. */
  push(x: number, y: number): void {
    const { length } = this;
    if (length > 0 && this.x[length - 1] === x && this.y[length - 1] === y) return;
    this.x[length] = x;
    this.y[length] = y;
    this.length = length + 1;
  }
}
