// What people do to a layer of millions once it is there: calculate, index, add by key, export, overwrite, delete, empty.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAreasCsv, writeCsv } from '../data.ts';
import { record } from '../measure.ts';
import { type Bench, publishFile } from '../portal.ts';
import { adminOf, CONTENT, exported, untilDone, untilKept, watched } from './layer-steps.ts';

const ROWS = Number(process.env.BENCH_UPKEEP_ROWS ?? 3_000_000);
const AREAS = process.env.BENCH_UPKEEP_SHAPES === 'areas';
const COLUMNS = {
  locationType: 'coordinates',
  ...(AREAS ? { wktFieldName: 'wkt' } : { latitudeFieldName: 'lat', longitudeFieldName: 'lon' }),
};
const FORMATS = [
  'CSV',
  'GeoJson',
  'Feature Collection',
  'KML',
  'FlatGeobuf',
  'Parquet',
  'Shapefile',
  'GeoPackage',
  'File Geodatabase',
  'Excel',
];

const writeRows = (path: string, count: number): Promise<number> => (AREAS ? writeAreasCsv(path, count) : writeCsv(path, count));

/** `BENCH_ONLY` chooses steps by the beginning of their names. */
export async function measureUpkeep(bench: Bench, dir: string): Promise<void> {
  const chosen = process.env.BENCH_ONLY?.split(',');
  const path = join(dir, 'layer.csv');
  await writeRows(path, ROWS);
  const file = { path, name: 'layer.csv', type: 'CSV', fileType: 'csv' };
  const times = await publishFile(bench, file, { name: 'layer', ...COLUMNS });
  record({ part: 'upkeep', name: 'publishing', value: times.publishSeconds, unit: 's', on: bench.engine });
  const layer = new URL(times.url).pathname.slice(1);
  for (const [name, step] of steps({ bench, path, layer: `${layer}/0`, itemId: times.itemId })) {
    if (chosen !== undefined && !chosen.some((start) => name.startsWith(start))) continue;
    await watched({ part: 'upkeep', bench, layer: `${layer}/0` }, name, step);
  }
  await rm(path);
}

interface Place {
  bench: Bench;
  path: string;
  layer: string;
  itemId: string;
}

type Step = [string, () => Promise<unknown>];

/** Every step leaves a layer that the next can work on. */
function steps(place: Place): Step[] {
  return [...questions(place), ...changes(place), ...exports(place), ...ends(place)];
}

function questions({ bench, layer }: Place): Step[] {
  const query = (params: Record<string, string | number | boolean | object>): Promise<unknown> =>
    bench.call(`${layer}/query`, { where: '1=1', returnGeometry: false, ...params });
  const renderer = (classificationDef: object): Promise<unknown> => bench.call(`${layer}/generateRenderer`, { classificationDef });
  const statistic = (statisticType: string, onStatisticField: string, more: object = {}): object[] => [
    { statisticType, onStatisticField, outStatisticFieldName: 'told', ...more },
  ];
  const median = statistic('percentile_cont', 'value', { statisticParameters: { value: 0.5 } });
  const breaks = { classificationField: 'value', classificationMethod: 'esriClassifyNaturalBreaks', breakCount: 5 };
  return [
    ['query: statistics of groups', () => query({ groupByFieldsForStatistics: 'kind', outStatistics: statistic('avg', 'value') })],
    ['query: a page by a field without an index', () => query({ orderByFields: 'value desc', resultRecordCount: 100 })],
    ['query: a deep page', () => query({ resultOffset: ROWS - 200, resultRecordCount: 100 })],
    ['query: distinct values', () => query({ returnDistinctValues: true, outFields: 'kind' })],
    ['query: median', () => query({ outStatistics: median })],
    ['query: all ids', () => query({ returnIdsOnly: true })],
    ['query: a value for each row', () => query({ returnDistinctValues: true, outFields: 'name' })],
    ['query: a group for each row', () => query({ groupByFieldsForStatistics: 'name', outStatistics: statistic('count', 'id') })],
    ['query: the number of values', () => query({ returnDistinctValues: true, outFields: 'name', returnCountOnly: true })],
    ['renderer: natural breaks', () => renderer({ type: 'classBreaksDef', ...breaks })],
    ['renderer: a class for each row', () => renderer({ type: 'uniqueValueDef', uniqueValueFields: ['name'] })],
  ];
}

function changes({ bench, path, layer }: Place): Step[] {
  const admin = adminOf(layer);
  const calculate = (where: string, calcExpression: object): Promise<unknown> =>
    bench.call(`${layer}/calculate`, { where, calcExpression });
  const define = (operation: string, definition: object, async = false): Promise<{ statusURL?: string }> =>
    bench.call(`${admin}/${operation}`, { [operation]: definition, async });
  const extra = { name: 'extra', type: 'esriFieldTypeInteger', nullable: true, editable: true };
  return [
    ['index', async () => untilDone(bench, await define('addToDefinition', { indexes: [{ name: 'by_value', fields: 'value' }] }, true))],
    ['field: added', () => define('addToDefinition', { fields: [extra] })],
    ['calculate: a value, of all', () => calculate('1=1', [{ field: 'extra', value: 7 }])],
    ['calculate: an expression, of half', () => calculate(`id <= ${ROWS / 2}`, [{ field: 'extra', sqlExpression: 'value + 1' }])],
    ['field: deleted', () => define('deleteFromDefinition', { fields: [{ name: 'extra' }] })],
    ['view', () => view(bench, layer)],
    ['merge by key', () => load(bench, path, `${layer}/append`, { rows: ROWS / 2, upsert: true, upsertMatchingField: 'id' })],
    ['replace by key', () => load(bench, path, `${admin}/replaceFeatures`, { rows: ROWS, matchingField: 'id' })],
  ];
}

function exports({ bench, itemId }: Place): Step[] {
  return FORMATS.map((format) => [`export: ${format}`, () => exported(bench, itemId, format)]);
}

function ends({ bench, path, layer, itemId }: Place): Step[] {
  const service = layer.slice(0, -'/0'.length);
  const remove = (where: string): Promise<unknown> => bench.call(`${layer}/deleteFeatures`, { where });
  const value = { field: 'value', sqlExpression: 'value + 1' };
  return [
    ['delete: one in ten', () => remove('MOD(id, 10) = 3')],
    ['delete: all that are left', () => remove('1=1')],
    ['overwrite', () => overwrite(bench, path, itemId)],
    ['tracked: begun', () => bench.call(`${adminOf(service)}/updateDefinition`, { updateDefinition: { capabilities: TRACKED } })],
    ['tracked: replica', () => bench.call(`${service}/createReplica`, { replicaName: 'all', layers: '0', syncModel: 'none' })],
    ['tracked: calculate', () => bench.call(`${layer}/calculate`, { where: '1=1', calcExpression: [value] })],
    ['tracked: changes', () => changesSince(bench, service)],
    ['tracked: delete', () => remove('1=1')],
    ['truncate', async () => untilDone(bench, await bench.call(`${adminOf(layer)}/truncate`, { async: true }))],
  ];
}

/** All changes since the layer keeps them. */
async function changesSince(bench: Bench, service: string): Promise<unknown> {
  const { changeTrackingInfo } = await bench.call(service);
  const layerServerGens = [{ id: 0, serverGen: changeTrackingInfo.layerServerGens[0].minServerGen }];
  return bench.call(`${service}/extractChanges`, { layers: [0], layerServerGens, dataFormat: 'json' });
}

const TRACKED = 'Query,Editing,Sync,ChangeTracking,Extract';

/** Made, asked and deleted again: what has a view is not overwritten. */
async function view(bench: Bench, layer: string): Promise<unknown> {
  const made = await bench.call(`${CONTENT}/createService`, { createParameters: { name: `view_${Date.now()}` }, isView: true });
  const service = new URL(made.serviceurl).pathname.slice(1);
  const viewLayerDefinition = { sourceServiceName: layer.split('/').at(-3), sourceLayerId: 0 };
  const shown = { adminLayerInfo: { viewLayerDefinition }, viewDefinitionQuery: "kind = 'well'" };
  await bench.call(`${adminOf(service)}/addToDefinition`, { addToDefinition: { layers: [shown] } });
  const told = await bench.call(`${service}/0/query`, { where: '1=1', returnCountOnly: true });
  await bench.call(`${CONTENT}/items/${made.itemId}/delete`, { permanentDelete: true });
  return told;
}

/** Uploads a table with so many rows and has it loaded. */
async function load(
  bench: Bench,
  path: string,
  operation: string,
  { rows, ...how }: { rows: number } & Record<string, string | number | boolean>,
): Promise<unknown> {
  const beside = `${path}.beside.csv`;
  await writeRows(beside, rows);
  const name = `rows${Date.now()}.csv`;
  const { id } = await bench.call(`${CONTENT}/addItem`, { title: name, type: 'CSV' }, { path: beside, name });
  await rm(beside);
  const source = { appendItemId: id, appendUploadFormat: 'csv', appendSourceInfo: COLUMNS };
  return untilDone(bench, await bench.call(operation, { ...source, ...how }));
}

async function overwrite(bench: Bench, path: string, itemId: string): Promise<unknown> {
  const { id } = await bench.call(
    `${CONTENT}/addItem`,
    { title: `again ${Date.now()}`, type: 'CSV' },
    { path, name: `layer${Date.now()}.csv` },
  );
  const { services } = await bench.call(`${CONTENT}/publish`, {
    itemid: id,
    filetype: 'csv',
    overwrite: true,
    publishParameters: { name: 'layer', targetServiceItemId: itemId, ...COLUMNS },
  });
  const [service] = services;
  if (service.error !== undefined) throw new Error(JSON.stringify(service.error));
  return untilKept(bench, service.serviceItemId, { jobId: service.jobId, jobType: 'publish' });
}
