// Quantised coordinates: the transform between map units and grid cells, and Esri JSON written with it.
import type { EsriEnvelope, EsriGeometry, Position } from '../esri/geometry.ts';
import { isMultipoint, isPoint, isPolygon, isPolyline } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { parseGeometry } from '../esri/parse-geometry.ts';

export type QuantisationMode = 'view' | 'edit';
export type OriginPosition = 'upperLeft' | 'lowerLeft';

/** The `quantizationParameters` of a query, checked. */
export interface Quantisation {
  mode: QuantisationMode;
  originPosition: OriginPosition;
  /** Width of a cell in units of the reply's reference system. */
  tolerance: number;
  extent?: EsriEnvelope;
}

/** How cells become map units; scale and translate hold x and y, then z and m where the geometry has either. */
export interface Transform {
  originPosition: OriginPosition;
  scale: number[];
  translate: number[];
}

/** No client can show finer cells, in degrees or metres. */
const FINEST = 1e-12;

/** Cells farther away are moved here, so that differences of two stay exact numbers that the writers can write. */
const FARTHEST_CELL = 2 ** 50;

/** Cells of z and m, which no client chooses: a tenth of a millimetre. */
const ORDINATE_SCALE = 1e-4;

/**
 * Reads `quantizationParameters`, as JSON text or object. Where they name no tolerance, cells are as fine as any survey: a map that edits
 * sends `{"mode":"edit"}` alone and expects the vertices as they are.
 * @units `units` are those of the reply's reference system
 * @throws GeometryError when the tolerance, mode, origin or extent is not usable
 */
export function parseQuantisation(value: unknown, units: 'degrees' | 'metres'): Quantisation {
  let members = value;
  if (typeof members === 'string') {
    try {
      members = JSON.parse(members);
    } catch (cause) {
      throw new GeometryError('quantizationParameters is not valid JSON', { cause });
    }
  }
  if (typeof members !== 'object' || members === null) throw new GeometryError('quantizationParameters must be an object');
  const { mode = 'view', originPosition = 'upperLeft', tolerance, extent } = members as Record<string, unknown>;
  if (mode !== 'view' && mode !== 'edit') throw new GeometryError('the quantization mode must be view or edit');
  if (originPosition !== 'upperLeft' && originPosition !== 'lowerLeft')
    throw new GeometryError('originPosition must be upperLeft or lowerLeft');
  const size = tolerance === undefined || tolerance === null ? 1 / finestPerUnit(units) : tolerance;
  if (typeof size !== 'number' || !(size >= FINEST) || !Number.isFinite(size))
    throw new GeometryError(`the tolerance must be a number from ${FINEST} on`);
  const quantisation: Quantisation = { mode, originPosition, tolerance: size };
  if (extent) quantisation.extent = parseGeometry(extent, 'esriGeometryEnvelope').geometry as EsriEnvelope;
  return quantisation;
}

/** The transform that a client asked for: cells counted from a corner of its extent. */
export function quantisationTransform(quantisation: Quantisation): Transform {
  const { tolerance, originPosition, extent } = quantisation;
  const y = originPosition === 'upperLeft' ? extent?.ymax : extent?.ymin;
  return { originPosition, scale: [tolerance, tolerance], translate: [extent?.xmin ?? 0, y ?? 0] };
}

/** Cells in a degree or a metre where none were asked for: finer than any survey, within 53 bits. */
export function finestPerUnit(units: 'degrees' | 'metres'): number {
  return units === 'degrees' ? 1e9 : 1e4;
}

/** The transform with these cells. */
export function fineTransform(units: 'degrees' | 'metres'): Transform {
  const size = 1 / finestPerUnit(units);
  return { originPosition: 'upperLeft', scale: [size, size], translate: [0, 0] };
}

/** The transform with scales for z and m added. */
export function withOrdinates(transform: Transform): Transform {
  const [sx = 1, sy = 1, sz = ORDINATE_SCALE, sm = ORDINATE_SCALE] = transform.scale;
  const [tx = 0, ty = 0, tz = 0, tm = 0] = transform.translate;
  return { ...transform, scale: [sx, sy, sz, sm], translate: [tx, ty, tz, tm] };
}

/** Cells beyond the farthest are moved to it; what is no number becomes 0. */
function within(cell: number): number {
  if (cell > -FARTHEST_CELL && cell < FARTHEST_CELL) return cell + 0;
  return Number.isFinite(cell) ? Math.sign(cell) * FARTHEST_CELL : 0;
}

/** Rounds positions to cells. */
export class Grid {
  private readonly scale: number[];
  private readonly translate: number[];
  // The first two of each by themselves: they are looked up for every position.
  private readonly scaleX: number;
  private readonly scaleY: number;
  private readonly left: number;
  private readonly top: number;
  /** Whether rows are counted downwards from the origin. */
  readonly downwards: boolean;

  constructor(transform: Transform) {
    const full = withOrdinates(transform);
    this.downwards = transform.originPosition === 'upperLeft';
    this.scale = full.scale.map((size, i) => (i === 1 && this.downwards ? -1 / size : 1 / size));
    this.translate = full.translate;
    [this.scaleX = 1, this.scaleY = 1] = this.scale;
    [this.left = 0, this.top = 0] = this.translate;
  }

  /** The column of an x. */
  x(value: number): number {
    return within(Math.round((value - this.left) * this.scaleX));
  }

  /** The row of a y. */
  y(value: number): number {
    return within(Math.round((value - this.top) * this.scaleY));
  }

  /** The cell of an ordinate: 0 x, 1 y, 2 z, 3 m. Unknown z and m become 0. */
  cell(axis: number, value: number): number {
    return within(Math.round((value - (this.translate[axis] as number)) * (this.scale[axis] as number)));
  }

  /** A position of `hasZ`/`hasM` order as cells. */
  cells(position: Position, hasZ: boolean): Position {
    return position.map((value, i) => this.cell(i === 2 && !hasZ ? 3 : i, value));
  }
}

/**
 * Esri JSON with integer cells: the first vertex of each part absolute, the rest as differences.
 * In view mode vertices on the cell before them are dropped, and parts that collapse vanish: null when nothing is left.
 */
export function quantiseEsri(geometry: EsriGeometry, transform: Transform, mode: QuantisationMode): EsriGeometry | null {
  const grid = new Grid(transform);
  if (isPoint(geometry)) {
    const cell = { ...geometry, x: grid.cell(0, geometry.x), y: grid.cell(1, geometry.y) };
    if (cell.z !== undefined) cell.z = grid.cell(2, cell.z);
    if (cell.m !== undefined) cell.m = grid.cell(3, cell.m);
    return cell;
  }
  const view = mode === 'view';
  const part = (positions: Position[], hasZ: boolean, least: number): Position[] => {
    const cells = positions.map((position) => grid.cells(position, hasZ));
    const kept = view ? cells.filter((cell, i) => i === 0 || cell[0] !== cells[i - 1]?.[0] || cell[1] !== cells[i - 1]?.[1]) : cells;
    return kept.length < least ? [] : differences(kept);
  };
  const parts = (all: Position[][], hasZ: boolean, least: number): Position[][] =>
    all.map((positions) => part(positions, hasZ, view ? least : 0)).filter((positions) => positions.length > 0);
  if (isMultipoint(geometry)) return { ...geometry, points: part(geometry.points, geometry.hasZ === true, 0) };
  if (isPolyline(geometry)) {
    const paths = parts(geometry.paths, geometry.hasZ === true, 2);
    return paths.length > 0 ? { ...geometry, paths } : null;
  }
  if (isPolygon(geometry)) {
    const rings = parts(geometry.rings, geometry.hasZ === true, 4);
    return rings.length > 0 ? { ...geometry, rings } : null;
  }
  throw new GeometryError('envelopes cannot be quantised');
}

function differences(cells: Position[]): Position[] {
  return cells.map((cell, i) => (i === 0 ? cell : cell.map((value, axis) => value - (cells[i - 1]?.[axis] ?? 0))));
}
