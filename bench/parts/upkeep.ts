// What people do to a layer of millions once it is there: calculate, index, add by key, export, overwrite, delete, empty.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCsv } from '../data.ts';
import { record, timed, watchMemory } from '../measure.ts';
import { ADMIN, type Bench, publishFile } from '../portal.ts';

const ROWS = Number(process.env.BENCH_UPKEEP_ROWS ?? 3_000_000);
const CONTENT = `sharing/rest/content/users/${ADMIN.username}`;
const COLUMNS = { locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' };
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

/** `BENCH_ONLY` chooses steps by the beginning of their names. */
export async function measureUpkeep(bench: Bench, dir: string): Promise<void> {
  const chosen = process.env.BENCH_ONLY?.split(',');
  const path = join(dir, 'layer.csv');
  await writeCsv(path, ROWS);
  const file = { path, name: 'layer.csv', type: 'CSV', fileType: 'csv' };
  const times = await publishFile(bench, file, { name: 'layer', ...COLUMNS });
  record({ part: 'upkeep', name: 'publishing', value: times.publishSeconds, unit: 's', on: bench.engine });
  const layer = new URL(times.url).pathname.slice(1);
  for (const [name, step] of steps({ bench, path, layer: `${layer}/0`, itemId: times.itemId })) {
    if (chosen !== undefined && !chosen.some((start) => name.startsWith(start))) continue;
    await watched(bench, `${layer}/0`, name, step);
  }
  await rm(path);
}

interface Place {
  bench: Bench;
  path: string;
  layer: string;
  itemId: string;
}

/** Every step leaves a layer that the next can work on. */
function steps({ bench, path, layer, itemId }: Place): [string, () => Promise<unknown>][] {
  const admin = layer.replace('rest/services', 'rest/admin/services');
  const calculate = (where: string, calcExpression: object): Promise<unknown> =>
    bench.call(`${layer}/calculate`, { where, calcExpression });
  const done = async (reply: { statusURL?: string }): Promise<unknown> => {
    for (;;) {
      const status = await bench.call(new URL(reply.statusURL as string).pathname.slice(1));
      if (/fail/i.test(status.status)) throw new Error(JSON.stringify(status));
      if (/^complete/i.test(status.status)) return status;
      await pause(500);
    }
  };
  return [
    [
      'query: statistics of groups',
      () =>
        bench.call(`${layer}/query`, {
          where: '1=1',
          groupByFieldsForStatistics: 'kind',
          outStatistics: [{ statisticType: 'avg', onStatisticField: 'value', outStatisticFieldName: 'a' }],
        }),
    ],
    [
      'query: a page by a field without an index',
      () => bench.call(`${layer}/query`, { where: '1=1', orderByFields: 'value desc', resultRecordCount: 100 }),
    ],
    ['query: a deep page', () => bench.call(`${layer}/query`, { where: '1=1', resultOffset: ROWS - 200, resultRecordCount: 100 })],
    [
      'query: distinct values',
      () => bench.call(`${layer}/query`, { where: '1=1', returnDistinctValues: true, outFields: 'kind', returnGeometry: false }),
    ],
    [
      'query: median',
      () =>
        bench.call(`${layer}/query`, {
          where: '1=1',
          outStatistics: [
            {
              statisticType: 'percentile_cont',
              statisticParameters: { value: 0.5 },
              onStatisticField: 'value',
              outStatisticFieldName: 'm',
            },
          ],
        }),
    ],
    [
      'renderer: natural breaks',
      () =>
        bench.call(`${layer}/generateRenderer`, {
          classificationDef: {
            type: 'classBreaksDef',
            classificationField: 'value',
            classificationMethod: 'esriClassifyNaturalBreaks',
            breakCount: 5,
          },
        }),
    ],
    [
      'index',
      () =>
        bench
          .call(`${admin}/addToDefinition`, { addToDefinition: { indexes: [{ name: 'by_value', fields: 'value' }] }, async: true })
          .then(done),
    ],
    [
      'field: added',
      () =>
        bench.call(`${admin}/addToDefinition`, {
          addToDefinition: { fields: [{ name: 'extra', type: 'esriFieldTypeInteger', nullable: true, editable: true }] },
        }),
    ],
    ['calculate: a value, of all', () => calculate('1=1', [{ field: 'extra', value: 7 }])],
    ['calculate: an expression, of half', () => calculate(`id <= ${ROWS / 2}`, [{ field: 'extra', sqlExpression: 'value + 1' }])],
    ['field: deleted', () => bench.call(`${admin}/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'extra' }] } })],
    ['view', () => view(bench, layer)],
    ['merge by key', () => merge(bench, path, layer)],
    ...FORMATS.map((format): [string, () => Promise<unknown>] => [`export: ${format}`, () => exported(bench, itemId, format)]),
    ['delete: one in ten', () => bench.call(`${layer}/deleteFeatures`, { where: `MOD(id, 10) = 3`, returnDeleteResults: false })],
    ['delete: all that are left', () => bench.call(`${layer}/deleteFeatures`, { where: '1=1' })],
    ['overwrite', () => overwrite(bench, path, itemId)],
    ['truncate', () => bench.call(`${admin}/truncate`, { attachmentOnly: false, async: true }).then(done)],
  ];
}

async function view(bench: Bench, layer: string): Promise<unknown> {
  const name = `view_${Date.now()}`;
  const made = await bench.call(`${CONTENT}/createService`, {
    createParameters: {
      name,
      isView: true,
      sourceSchemaChangesAllowed: true,
      isUpdatableView: true,
      spatialReference: { wkid: 102100 },
      capabilities: 'Query',
    },
    isView: true,
    outputType: 'featureService',
  });
  const url = new URL(made.serviceurl ?? made.encodedServiceURL).pathname.slice(1);
  const layerName = (await bench.call(layer)).name;
  const sourceServiceName = layer.split('/').at(-3) as string;
  await bench.call(`${url.replace('rest/services', 'rest/admin/services')}/addToDefinition`, {
    addToDefinition: {
      layers: [
        {
          name: 'v',
          adminLayerInfo: {
            viewLayerDefinition: {
              sourceServiceName,
              sourceLayerId: 0,
              table: { sourceServiceName, sourceLayerName: layerName, sourceLayerId: 0 },
            },
          },
        },
      ],
    },
  });
  await bench.call(`${url.replace('rest/services', 'rest/admin/services')}/0/updateDefinition`, {
    updateDefinition: { viewDefinitionQuery: "kind = 'well'" },
  });
  return bench.call(`${url}/0/query`, { where: '1=1', returnCountOnly: true });
}

async function merge(bench: Bench, path: string, layer: string): Promise<unknown> {
  const half = `${path}.half.csv`;
  await writeCsv(half, ROWS / 2);
  const { id } = await bench.call(
    `${CONTENT}/addItem`,
    { title: `half ${Date.now()}`, type: 'CSV' },
    { path: half, name: `half${Date.now()}.csv` },
  );
  await rm(half);
  const { statusUrl } = await bench.call(`${layer}/append`, {
    appendItemId: id,
    appendUploadFormat: 'csv',
    upsert: true,
    upsertMatchingField: 'id',
    appendSourceInfo: COLUMNS,
  });
  for (;;) {
    const status = await bench.call(new URL(statusUrl).pathname.slice(1));
    if (/fail/i.test(status.status)) throw new Error(JSON.stringify(status));
    if (/^complete/i.test(status.status)) return status;
    await pause(500);
  }
}

async function exported(bench: Bench, itemId: string, exportFormat: string): Promise<unknown> {
  const made = await bench.call(`${CONTENT}/export`, { itemId, exportFormat, title: `out ${exportFormat} ${Date.now()}` });
  for (;;) {
    const status = await bench.call(`${CONTENT}/items/${made.exportItemId}/status`, { jobId: made.jobId, jobType: 'export' });
    if (status.status === 'failed') throw new Error(status.statusMessage);
    if (status.status === 'completed') return status;
    await pause(500);
  }
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
  for (;;) {
    const status = await bench.call(`${CONTENT}/items/${service.serviceItemId}/status`, { jobId: service.jobId, jobType: 'publish' });
    if (status.status === 'failed') throw new Error(status.statusMessage);
    if (status.status === 'completed') return status;
    await pause(500);
  }
}

/** Runs a step, and meanwhile asks for the number of features as a visitor would. */
async function watched(bench: Bench, layer: string, name: string, step: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  let slowest = 0;
  let refused = 0;
  const visits = (async () => {
    while (!isOver) {
      const { seconds, result } = await timed(() =>
        fetch(`${bench.portal.url}/${layer}/query?where=kind%3D'well'+and+id<1000&returnCountOnly=true&f=json&token=${bench.token}`).then(
          (reply) => reply.json(),
        ),
      );
      slowest = Math.max(slowest, seconds);
      if (typeof result.count !== 'number') refused++;
      await pause(200);
    }
  })();
  const memory = watchMemory(bench.portal.pid);
  const { seconds, result } = await timed(() => step().catch((error: Error) => error));
  isOver = true;
  await visits;
  const peak = memory.stop();
  const on = bench.engine;
  record({ part: 'upkeep', name, value: seconds, unit: 's', on });
  console.log(
    `      server ${peak.server.toFixed(0)} MB, database ${peak.database.toFixed(0)}, loader ${peak.loader.toFixed(0)}; slowest visit ${slowest.toFixed(1)} s, refused ${refused}`,
  );
  const said = result instanceof Error ? `FAILED ${result.message}` : JSON.stringify(result);
  console.log(`      ${said.slice(0, 300)}`);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
