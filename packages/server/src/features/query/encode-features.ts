// A page of features in the form a client asked for, encoded row by row while the database sends them.
import type { FeatureSet } from '@graticule/contract/services/layer';
import { type BinaryRow, type CellKind, cellKinds } from '@graticule/geo/convert/binary-row';
import { FeatureJson } from '@graticule/geo/convert/feature-json';
import { FeaturePbfWriter } from '@graticule/geo/convert/feature-pbf';
import { JsonBytes } from '@graticule/geo/convert/json-bytes';
import { meetsBox } from '@graticule/geo/convert/wkb-box';
import { WkbCursor } from '@graticule/geo/convert/wkb-cursor';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { STOP } from '../../platform/db/rows-query.ts';
import type { HostedLayer } from '../layers.rules.ts';
import type { Moment } from '../where/write.rules.ts';
import { expectedInBox, sortsBox } from './crowded-boxes.ts';
import type { Box, LayerQuery, PageEnd } from './layer-query.rules.ts';
import { projectsWhileWriting, writtenDecimals } from './precision.rules.ts';
import { MAX_PAGE_BYTES, placeOf, receiveFeatures } from './query.store.ts';
import { featureSetHead, pbfHeader } from './replies.view.ts';
import { isPlainBox, isSmallBox, lookedThroughBox, noteFullBox } from './small-boxes.ts';

/** A question for features, checked. */
export interface FeatureQuestion {
  layer: HostedLayer;
  query: LayerQuery;
  moment: Moment;
  /** Told of a page that others follow: how many features it has, and the last of them. */
  ended(taken: number, end: PageEnd): void;
}

/** The reply in GeoJSON, as bytes. */
export async function geoJsonBytes(database: DatabaseHandle, question: FeatureQuestion): Promise<Uint8Array> {
  const { outSrid } = question.query;
  const system = outSrid === 4326 ? '' : `"crs":{"type":"name","properties":{"name":"EPSG:${outSrid}"}},`;
  return jsonFeatures(database, question, 'geojson', (exceeded) => {
    const cut = exceeded ? '"properties":{"exceededTransferLimit":true},"exceededTransferLimit":true,' : '';
    return `{"type":"FeatureCollection",${system}${cut}"features":[`;
  });
}

/** The reply in Esri JSON, as bytes. */
export async function esriJsonBytes(database: DatabaseHandle, question: FeatureQuestion): Promise<Uint8Array> {
  return jsonFeatures(database, question, 'esri', (exceeded) => {
    const head = { ...featureSetHead(question.layer, question.query), ...(exceeded ? { exceededTransferLimit: true } : {}) };
    // Without its brace: the features are the last member.
    return `${JSON.stringify(head).slice(0, -1)},"features":[`;
  });
}

/** The reply in protocol buffers. */
export async function pbfBytes(database: DatabaseHandle, question: FeatureQuestion): Promise<Uint8Array> {
  const { layer, query } = question;
  const settlesPoints = query.returnGeometry && !query.returnCentroid;
  const header = { ...pbfHeader(layer, query), toDegrees: projectsWhileWriting(layer, query), settlesPoints };
  let writer = new FeaturePbfWriter(header, takeBuffer());
  const parts = { hasGeometry: query.returnGeometry, hasCentroid: query.returnCentroid };
  const exceeded = await eachFeature(database, question, {
    again: () => {
      writer = new FeaturePbfWriter(header, writer.room);
    },
    take: (row, kinds) => {
      writer.addRow(row, kinds, parts);
      return writer.size;
    },
  });
  if (exceeded && !query.returnExceededLimitFeatures) writer = new FeaturePbfWriter(header);
  const reply = writer.finish({ exceededTransferLimit: exceeded }, Buffer.allocUnsafeSlow);
  keepBuffer(writer.room);
  return reply;
}

/** Buffers of replies that were sent, to write the next ones into. */
const buffers: Uint8Array[] = [];
let bufferedBytes = 0;
const MOST_BUFFERED_BYTES = 4 << 20;
const LARGEST_KEPT_BYTES = 1 << 20;

function takeBuffer(): Uint8Array {
  const buffer = buffers.pop();
  bufferedBytes -= buffer?.length ?? 0;
  return buffer ?? new Uint8Array(1 << 16);
}

function keepBuffer(buffer: Uint8Array): void {
  if (buffer.length > LARGEST_KEPT_BYTES || bufferedBytes + buffer.length > MOST_BUFFERED_BYTES) return;
  buffers.push(buffer);
  bufferedBytes += buffer.length;
}

/** Rows without geometry, as statistics and distinct values are, in protocol buffers; clients want the layer's kind of geometry all the same. */
export function attributesPbf(
  { layer, query }: Pick<FeatureQuestion, 'layer' | 'query'>,
  { fields, features, exceededTransferLimit }: Pick<FeatureSet, 'fields' | 'features' | 'exceededTransferLimit'>,
): Uint8Array {
  const writer = new FeaturePbfWriter({ ...pbfHeader(layer, query), fields });
  for (const { attributes } of features)
    writer.add(
      fields.map((field) => attributes[field.name]),
      null,
    );
  return writer.finish({ exceededTransferLimit: exceededTransferLimit === true });
}

/** The features, between a head that is known only after them and the end. */
async function jsonFeatures(
  database: DatabaseHandle,
  question: FeatureQuestion,
  form: 'geojson' | 'esri',
  headOf: (exceeded: boolean) => string,
): Promise<Uint8Array> {
  const { layer, query } = question;
  const room = Buffer.byteLength(headOf(true));
  const out = new JsonBytes(takeBuffer());
  out.reserve(room);
  out.length = room;
  const options = {
    names: query.fields.map((field) => field.name),
    geometry: {
      form,
      z: query.returnZ,
      m: query.returnM,
      toDegrees: projectsWhileWriting(layer, query),
      decimals: writtenDecimals(layer, query),
    },
    hasGeometry: query.returnGeometry,
    hasCentroid: query.returnCentroid,
  };
  let writer = new FeatureJson(options, out);
  let known: readonly CellKind[] | undefined;
  const exceeded = await eachFeature(database, question, {
    again: () => {
      out.length = room;
      writer = new FeatureJson(options, out);
      known = undefined;
    },
    take: (row, kinds) => {
      if (known !== kinds) writer.columns(kinds);
      known = kinds;
      writer.add(row);
      return out.length;
    },
  });
  if (exceeded && !query.returnExceededLimitFeatures) out.length = room;
  out.ascii(']}');
  const head = Buffer.from(headOf(exceeded));
  out.bytes.set(head, room - head.length);
  // A copy of the right size: the reply may wait long for its reader, and the buffer is wanted for the next one.
  const reply = Buffer.allocUnsafeSlow(out.length - room + head.length);
  reply.set(out.bytes.subarray(room - head.length, out.length));
  keepBuffer(out.bytes);
  return reply;
}

/** What takes the features of a page; `again` says that those so far were not the page, and `take` gives the bytes of the reply. */
interface Taker {
  again(): void;
  /** Whether a row belongs to the page; all do where it is not said. */
  passes?(row: BinaryRow): boolean;
  take(row: BinaryRow, kinds: readonly CellKind[]): number;
}

/** A box of which fewer features are expected than this share of a page hardly holds more than one. */
const SURELY_FEWER = 1 / 2;

/** Hands over the features of the page, until the reply has its most bytes; tells whether there are more than fit it. */
async function eachFeature(database: DatabaseHandle, question: FeatureQuestion, taker: Taker): Promise<boolean> {
  const { layer, query } = question;
  const isSmall = isSmallBox(layer, query);
  let inBox = isSmall ? undefined : await expectedInBox(database, layer, query);
  const isFew = isSmall || (inBox !== undefined && isPlainBox(layer, query) && inBox < (query.limit ?? 0) * SURELY_FEWER);
  // The embedded database keeps no plans.
  if (database.engine === 'postgres' && isFew) {
    const box = lookedThroughBox(layer, query);
    const wanted = box === undefined ? taker : { ...taker, passes: meetingBox(question, box) };
    if (!(await eachFound('few', database, question, wanted)).exceeded) return false;
    if (isSmall) noteFullBox(layer, query);
    taker.again();
  }
  if (isSmall) inBox = await expectedInBox(database, layer, query);
  const way = inBox !== undefined && sortsBox(layer, query, inBox) ? 'sorted' : 'listed';
  const { exceeded, taken, last } = await eachFound(way, database, question, taker);
  if (exceeded && last !== undefined) question.ended(taken, last);
  return exceeded;
}

/** Tells which rows of a page hold a geometry that meets a box. */
function meetingBox({ query }: FeatureQuestion, box: Box): (row: BinaryRow) => boolean {
  const at = query.fields.length + 1;
  const cursor = new WkbCursor();
  return ({ view, starts, lengths }) => {
    cursor.open(view, starts[at] as number, lengths[at] as number);
    return meetsBox(cursor, box);
  };
}

/** Rows that do not pass count as rows of the page: with them there may be others that were not looked for. */
async function eachFound(
  way: Parameters<typeof receiveFeatures>[3],
  database: DatabaseHandle,
  question: FeatureQuestion,
  { take, passes }: Taker,
): Promise<{ exceeded: boolean; taken: number; last: PageEnd | undefined }> {
  const { limit } = question.query;
  let count = 0;
  let sizeBytes = 0;
  let exceeded = false;
  let last: PageEnd | undefined;
  let kinds: readonly CellKind[] = [];
  const receiver: Parameters<typeof receiveFeatures>[2] = {
    columns: (oids) => {
      kinds = cellKinds(oids);
    },
    row: (row) => {
      count++;
      const isFull = sizeBytes > MAX_PAGE_BYTES;
      if (isFull || (limit !== null && count > limit)) exceeded = true;
      else {
        if (passes === undefined || passes(row)) sizeBytes = take(row, kinds);
        if (count === limit || sizeBytes > MAX_PAGE_BYTES) last = placeOf(row, kinds.length, question.query);
      }
      return isFull ? STOP : undefined;
    },
  };
  await receiveFeatures(database, question, receiver, way);
  return { exceeded, taken: count - 1, last };
}
