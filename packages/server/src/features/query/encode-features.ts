// A page of features in the form a client asked for, encoded row by row while the database sends them.
import { type BinaryRow, type CellKind, cellKinds } from '@graticule/geo/convert/binary-row';
import { FeatureJson } from '@graticule/geo/convert/feature-json';
import { FeaturePbfWriter } from '@graticule/geo/convert/feature-pbf';
import { JsonBytes } from '@graticule/geo/convert/json-bytes';
import { STOP } from '../../platform/db/binary-rows.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import type { HostedLayer } from '../layers.rules.ts';
import type { Moment } from '../where/write.rules.ts';
import type { LayerQuery } from './layer-query.rules.ts';
import { projectsWhileWriting } from './precision.rules.ts';
import { MAX_PAGE_BYTES, receiveFeatures } from './query.store.ts';
import { featureSetHead, pbfHeader } from './replies.view.ts';

/** A question for features, checked. */
export interface FeatureQuestion {
  layer: HostedLayer;
  query: LayerQuery;
  moment: Moment;
}

/** The reply in GeoJSON, as bytes. */
export async function geoJsonBytes(database: DatabaseHandle, question: FeatureQuestion): Promise<Uint8Array> {
  const { query } = question;
  const { features, exceeded } = await jsonFeatures(database, question, 'geojson');
  const reply = new JsonBytes(features.length + 512);
  reply.ascii('{"type":"FeatureCollection",');
  if (query.outSrid !== 4326) reply.ascii(`"crs":{"type":"name","properties":{"name":"EPSG:${query.outSrid}"}},`);
  if (exceeded) reply.ascii('"properties":{"exceededTransferLimit":true},"exceededTransferLimit":true,');
  reply.ascii('"features":[');
  reply.raw(features);
  reply.ascii(']}');
  return reply.written();
}

/** The reply in Esri JSON, as bytes. */
export async function esriJsonBytes(database: DatabaseHandle, question: FeatureQuestion): Promise<Uint8Array> {
  const { features, exceeded } = await jsonFeatures(database, question, 'esri');
  const reply = new JsonBytes(features.length + 4096);
  reply.json({ ...featureSetHead(question.layer, question.query), ...(exceeded ? { exceededTransferLimit: true } : {}) });
  reply.length--; // The brace: the features are the last member.
  reply.ascii(',"features":[');
  reply.raw(features);
  reply.ascii(']}');
  return reply.written();
}

/** The reply in protocol buffers. */
export async function pbfBytes(database: DatabaseHandle, question: FeatureQuestion): Promise<Uint8Array> {
  const { layer, query } = question;
  const start = (): FeaturePbfWriter => new FeaturePbfWriter({ ...pbfHeader(layer, query), toDegrees: projectsWhileWriting(layer, query) });
  let writer = start();
  const parts = { hasGeometry: query.returnGeometry, hasCentroid: query.returnCentroid };
  const exceeded = await eachFeature(database, question, (row, kinds) => {
    writer.addRow(row, kinds, parts);
    return writer.size;
  });
  if (exceeded && !query.returnExceededLimitFeatures) writer = start();
  return writer.finish({ exceededTransferLimit: exceeded });
}

async function jsonFeatures(
  database: DatabaseHandle,
  question: FeatureQuestion,
  form: 'geojson' | 'esri',
): Promise<{ features: Uint8Array; exceeded: boolean }> {
  const { layer, query } = question;
  const writer = new FeatureJson({
    names: query.fields.map((field) => field.name),
    geometry: {
      form,
      z: query.returnZ,
      toDegrees: projectsWhileWriting(layer, query),
      ...(query.geometryPrecision === undefined ? {} : { decimals: query.geometryPrecision }),
    },
    hasGeometry: query.returnGeometry,
    hasCentroid: query.returnCentroid,
  });
  let known: readonly CellKind[] | undefined;
  const exceeded = await eachFeature(database, question, (row, kinds) => {
    if (known !== kinds) writer.columns(kinds);
    known = kinds;
    writer.add(row);
    return writer.out.length;
  });
  return { features: exceeded && !query.returnExceededLimitFeatures ? new Uint8Array(0) : writer.out.written(), exceeded };
}

/** Hands over the features of the page, until the reply has its most bytes; tells whether there are more than fit it. */
async function eachFeature(
  database: DatabaseHandle,
  question: FeatureQuestion,
  take: (row: BinaryRow, kinds: readonly CellKind[]) => number,
): Promise<boolean> {
  const { limit } = question.query;
  let count = 0;
  let sizeBytes = 0;
  let exceeded = false;
  let kinds: readonly CellKind[] = [];
  await receiveFeatures(database, question, {
    columns: (oids) => {
      kinds = cellKinds(oids);
    },
    row: (row) => {
      count++;
      const isFull = sizeBytes > MAX_PAGE_BYTES;
      if (isFull || (limit !== null && count > limit)) exceeded = true;
      else sizeBytes = take(row, kinds);
      return isFull ? STOP : undefined;
    },
  });
  return exceeded;
}
