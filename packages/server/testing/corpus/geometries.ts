// Geometries of questions that are always tried, whatever the seed: without area, beyond every range, crossing themselves, half open.

const ring = (...positions: number[][]): object => ({ rings: [positions] });
const FAR = 1e308;

export const GEOMETRIES: readonly unknown[] = [
  null,
  {},
  [],
  'POINT (1 2)',
  { x: 1 },
  { x: 'NaN', y: 'NaN' },
  { x: null, y: null },
  { x: 1, y: 0.5 },
  { x: FAR, y: -FAR },
  { x: 180.000001, y: 90.000001, spatialReference: { wkid: 4326 } },
  { x: 0, y: 90, spatialReference: { wkid: 3857 } },
  { x: 1e7, y: 1e7, spatialReference: { wkid: 25832 } },
  { x: 1, y: 1, spatialReference: { wkid: -1 } },
  { x: 1, y: 1, spatialReference: { wkid: 2_147_483_648 } },
  { x: 1, y: 1, spatialReference: { wkt: 'x' } },
  { points: [] },
  { points: [[1, 0.5], [1, 0.5]] }, // biome-ignore format: positions
  { points: [[1]] },
  { points: [[1, 2, 3, 4, 5]] },
  { paths: [] },
  { paths: [[]] },
  { paths: [[[1, 1]]] },
  { paths: [[[1, 0.5], [1, 0.5]]] }, // biome-ignore format: positions
  { paths: [[[-FAR, 0], [FAR, 0]]] }, // biome-ignore format: positions
  { rings: [] },
  { rings: [[]] },
  ring([0, 0]),
  ring([0, 0], [1, 1]),
  ring([0, 0], [1, 1], [0, 0]),
  ring([0, 0], [5, 0], [9, 0], [0, 0]),
  ring([0, 0], [0, 5], [5, 5], [5, 0]),
  // A bow, and a ring that goes over itself twice.
  ring([0, 0], [9, 1], [9, 0], [0, 1], [0, 0]),
  ring([0, 0], [0, 1], [9, 1], [9, 0], [0, 0], [0, 1], [9, 1], [9, 0], [0, 0]),
  // A hole without a shell, one that is the shell, and one outside it.
  ring([0, 0], [9, 0], [9, 1], [0, 1], [0, 0]),
  { rings: [[[0, 0], [0, 1], [9, 1], [9, 0], [0, 0]], [[0, 0], [9, 0], [9, 1], [0, 1], [0, 0]]] }, // biome-ignore format: rings
  { rings: [[[0, 0], [0, 1], [9, 1], [9, 0], [0, 0]], [[20, 0], [29, 0], [29, 1], [20, 1], [20, 0]]] }, // biome-ignore format: rings
  ring([-180, -90], [-180, 90], [180, 90], [180, -90], [-180, -90]),
  ring([-FAR, -FAR], [-FAR, FAR], [FAR, FAR], [FAR, -FAR], [-FAR, -FAR]),
  { xmin: 0, ymin: 0, xmax: 10, ymax: 1 },
  { xmin: 10, ymin: 1, xmax: 0, ymax: 0 },
  { xmin: 5, ymin: 0.5, xmax: 5, ymax: 0.5 },
  { xmin: 170, ymin: -90, xmax: 190, ymax: 90 },
  { xmin: -FAR, ymin: -FAR, xmax: FAR, ymax: FAR },
  { xmin: 'NaN', ymin: 0, xmax: 1, ymax: 1 },
  { curvePaths: [[[0, 0], { c: [[3, 3], [1, 4]] }]] }, // biome-ignore format: a curve
  { curveRings: [[[0, 0], { a: [[0, 0], [1, 1], 0, 1] }]] }, // biome-ignore format: a circle
  { type: 'Point', coordinates: [1, 1] },
];

/** Ways to ask for simpler geometries. */
export const QUANTISATIONS: readonly unknown[] = [
  null,
  {},
  [],
  'x',
  { mode: 'view' },
  { tolerance: 0, extent: { xmin: 0, ymin: 0, xmax: 10, ymax: 10 } },
  { tolerance: -1, extent: { xmin: 0, ymin: 0, xmax: 10, ymax: 10 } },
  { tolerance: 1e-320, extent: { xmin: 0, ymin: 0, xmax: 10, ymax: 10 } },
  { tolerance: FAR, extent: { xmin: 0, ymin: 0, xmax: 10, ymax: 10 } },
  { tolerance: 'x', extent: { xmin: 0, ymin: 0, xmax: 10, ymax: 10 } },
  { tolerance: 1, extent: { xmin: 10, ymin: 10, xmax: 0, ymax: 0 } },
  { tolerance: 1, extent: { xmin: 0, ymin: 0, xmax: 0, ymax: 0 } },
  { tolerance: 1, extent: { xmin: -FAR, ymin: -FAR, xmax: FAR, ymax: FAR } },
  { tolerance: 1e-9, extent: { xmin: -FAR, ymin: -FAR, xmax: FAR, ymax: FAR } },
  { tolerance: 0.1, mode: 'edit', extent: { xmin: 0, ymin: 0, xmax: 10, ymax: 10, spatialReference: { wkid: 4326 } } },
  { tolerance: 0.1, mode: 'view', originPosition: 'lowerLeft', extent: { xmin: 0, ymin: 0, xmax: 10, ymax: 10, spatialReference: { wkid: 4326 } } }, // biome-ignore format: as the others
  { tolerance: 5000, mode: 'view', originPosition: 'upperLeft', extent: { xmin: 0, ymin: 0, xmax: 1e6, ymax: 1e6, spatialReference: { wkid: 102100 } } }, // biome-ignore format: as the others
  { tolerance: 1, extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: -5 } } },
];
