// A query whose every part was checked against the layer.
import type { Quantisation } from '@graticule/geo/convert/quantise';
import type { StoredField } from '../../schema/features.ts';
import type { Checked } from '../where/tree.ts';
import type { Term } from './terms.rules.ts';

/** How the query geometry and a feature have to lie. `near` is what the index takes for meeting bounds, which may be metres apart. */
export type SpatialRelation =
  | ('intersects' | 'contains' | 'within' | 'crosses' | 'overlaps' | 'touches' | 'envelopeIntersects' | 'disjoint')
  | 'near';

/** An upright box in the reference system of the table: its west, south, east and north. */
export type Box = readonly [number, number, number, number];

/** A condition on the place of a feature. */
export interface SpatialFilter {
  /** The query geometry, as a box or as WKB; null matches nothing. Its edges are straight in its own system alone: longer ones than `step` are divided before they are projected. What the database made is valid. `boxes` are those that the WKB is made of, where it is made of such. */
  place: { box: Box } | { wkb: Uint8Array; step?: number; isValid?: true; boxes?: readonly Box[] } | null;
  /** Of the WKB. */
  srid: number;
  relation: SpatialRelation;
  metres?: undefined;
}

/** A condition as it was asked: nobody has looked yet whether the system is known, and what lies within the distance. */
export interface AskedPlace extends Omit<SpatialFilter, 'metres'> {
  /** How far from the place, on the globe; 0 for the place itself. */
  metres: number;
}

/** A filter or a query before its place was looked for. */
export type Asked<T extends Pick<RecordFilter, 'spatial'>> = Omit<T, 'spatial'> & { spatial: AskedPlace | null };

/** Which records a query is about. */
export interface RecordFilter {
  condition: Checked | null;
  objectIds: number[] | null;
  /** Global ids, in lower case. */
  globalIds?: string[];
  spatial: SpatialFilter | null;
  /** A span of time, and the fields that say when a feature was. */
  time?: { start: StoredField; end: StoredField; from: number | null; to: number | null };
  /** Only features that this person made. */
  owned?: { field: StoredField; username: string };
  /** Only object ids from one on and below another; null for no end. */
  part?: IdRange;
}

/** Object ids from one on and below another; null for no end. */
export interface IdRange {
  from: number | null;
  below: number | null;
}

/** The box of the filter, where it is one. */
export function boxOf({ place }: SpatialFilter): Box | undefined {
  return place !== null && 'box' in place ? place.box : undefined;
}

/** Whether the condition is `1=1`, which clients send for "all". */
export function isAlways(condition: Checked): boolean {
  return condition.kind === 'compare' && condition.operator === '=' && isOne(condition.left) && isOne(condition.right);
}

function isOne(side: Checked): boolean {
  return side.kind === 'literal' && side.literal === 'number' && side.value === '1';
}

/** Whether records are chosen by nothing but their place and a condition. */
export function isByPlaceAlone({ objectIds, globalIds, time, owned, part }: RecordFilter): boolean {
  return objectIds === null && globalIds === undefined && time === undefined && owned === undefined && part === undefined;
}

/** Whether the filter leaves every record in. */
export function isUnfiltered(filter: RecordFilter): boolean {
  const { condition, spatial } = filter;
  return (condition === null || isAlways(condition)) && spatial === null && isByPlaceAlone(filter);
}

/** One column of a statistics reply. */
export interface Statistic {
  type: string;
  field: Term | null;
  name: string;
  /** For percentiles. */
  value?: number;
  descending?: boolean;
  /** For `exceedslimit`. */
  limits?: { records: number; points: number; vertices: number };
}

export interface OrderTerm {
  /** Name of a field of the layer, or of a statistic. */
  name: string;
  /** In the place of a name. */
  expression?: Checked;
  descending: boolean;
}

/** The last feature of a page: what it was put in order by before its id, as text, and the id. */
export interface PageEnd {
  keys: readonly (string | null)[];
  objectId: number;
}

/** What the reply holds. */
export type QueryKind = 'features' | 'count' | 'ids' | 'extent' | 'distinct' | 'statistics';

export interface LayerQuery extends RecordFilter {
  kind: QueryKind;
  withCount: boolean;
  fields: Term[];
  order: OrderTerm[];
  returnGeometry: boolean;
  returnCentroid: boolean;
  returnEnvelope: boolean;
  returnZ: boolean;
  returnM: boolean;
  outSrid: number;
  maxAllowableOffset: number;
  /** Decimals that were asked for. */
  geometryPrecision: number | undefined;
  quantisation: Quantisation | null;
  offset: number;
  /** In the place of the offset: the last feature of the page before. */
  behind?: PageEnd;
  /** Rows end with so many values that they are put in order by. */
  toldKeys?: number;
  /** Page size; null for queries that are not cut. */
  limit: number | null;
  returnExceededLimitFeatures: boolean;
  statistics: Statistic[];
  groupBy: Term[];
  having: string | null;
}
