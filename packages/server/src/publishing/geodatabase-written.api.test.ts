// Layers saved as a File Geodatabase by GDAL: what is in it, what it cannot hold, and a portal without the program.
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { GEODATABASE } from '../../testing/saved-formats.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { findGeodatabaseProgram } from '../platform/geodatabase-program.ts';
import { downloadLimits } from './download.ts';

let t: TestPortal;
let dir: string;
let found: string | undefined;
let source: { itemId: string; path: string };
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' }, writesGeodatabases: true });
  dir = await mkdtemp(join(tmpdir(), 'graticule-programs-'));
  found = t.portal.geodatabaseProgram;
  source = await made();
});
afterAll(async () => {
  await t.close();
  await rm(dir, { recursive: true });
});

const KINDS = { type: 'codedValue', name: 'kinds', codedValues: [{ name: 'Oak', code: 1 }, { name: 'Fir', code: 2 }] }; // biome-ignore format: one domain

/** Two layers and a table, with names that the format does not take. */
async function made(): Promise<{ itemId: string; path: string }> {
  const petra = t.as('petra');
  const service = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'woods', capabilities: 'Query,Editing,Extract' },
  });
  const path = new URL(service.serviceurl).pathname;
  const layers = [
    { name: '-sql select 1', geometryType: 'esriGeometryPoint', fields: [{ name: 'kind', type: 'esriFieldTypeInteger', domain: KINDS }, { name: 'select', type: 'esriFieldTypeString' }, { name: 'shape', type: 'esriFieldTypeString' }] },
    { name: 'Árboles altos', geometryType: 'esriGeometryPolygon', fields: [{ name: 'seen', type: 'esriFieldTypeDate' }] },
  ]; // biome-ignore format: a layer in a line
  const tables = [{ name: 'visits', fields: [{ name: 'objectid_', type: 'esriFieldTypeString' }] }];
  expect(
    await petra.post(`${path.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers, tables } }),
  ).toMatchObject({ success: true });
  const add = async (layer: number, adds: object[]): Promise<void> => {
    const { addResults } = await petra.post(`${path}/${layer}/applyEdits`, { adds });
    expect(addResults.every((one: AnyReply) => one.success)).toBe(true);
  };
  const spatialReference = { wkid: 4326 };
  await add(0, [
    { attributes: { kind: 1, select: 'a', shape: 'round' }, geometry: { x: 7, y: 47, spatialReference } },
    { attributes: { kind: 2, select: null, shape: '' } },
  ]);
  await add(1, [{ attributes: { seen: 1_709_209_296_789 }, geometry: { rings: [[[0, 0], [0, 1], [1, 1], [0, 0]]], spatialReference } }]); // biome-ignore format: one feature
  await add(2, [{ attributes: { objectid_: 'x' } }]);
  return { itemId: service.itemId, path };
}

async function published(bytes: Buffer, name: string): Promise<string> {
  const petra = t.as('petra');
  const params = { fileType: GEODATABASE.fileType, publishParameters: { name } };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, params, { file: { name: GEODATABASE.file, bytes } });
  await t.runJobs();
  const [{ serviceurl, serviceItemId }] = reply.services;
  expect(await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`)).toMatchObject({ status: 'completed' });
  return new URL(serviceurl).pathname;
}

async function contentOf(path: string): Promise<AnyReply> {
  const petra = t.as('petra');
  const { layers, tables } = await petra.get(path);
  return Promise.all(
    [...layers, ...tables].map(async ({ id, name }: AnyReply) => {
      const { fields } = await petra.get(`${path}/${id}`);
      const { features } = await petra.get(`${path}/${id}/query`, {
        where: '1=1',
        outFields: '*',
        outSR: 4326,
        orderByFields: 'OBJECTID',
        returnGeometry: true,
      });
      return { name, domains: fields.flatMap(({ domain }: AnyReply) => domain ?? []), features };
    }),
  );
}

const withGdal = (name: string, test: () => Promise<void>): void => {
  it(name, async ({ skip }) => {
    skip(found === undefined, 'GDAL is not installed.');
    await test();
  });
};

describe('a layer saved as a File Geodatabase', () => {
  withGdal('comes back with its layers, their names, table, list of values, nulls and moments to the second', async () => {
    const saved = await t.as('petra').raw('GET', `content/items/${source.itemId}/export`, { f: '', exportFormat: 'File Geodatabase' });
    expect([saved.statusCode, saved.headers['content-type'], saved.headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      expect.stringContaining('woods.gdb.zip'),
    ]);
    const [points, areas, visits] = await contentOf(await published(saved.rawPayload, 'woods_again'));
    expect(points.domains).toEqual([KINDS]);
    const seen = points.features.map(({ attributes: { kind, select_, shape_ }, geometry }: AnyReply) => [
      kind,
      select_,
      shape_,
      geometry && [geometry.x, geometry.y].map((value) => Number(value.toFixed(6))),
    ]);
    expect(seen).toEqual([[1, 'a', 'round', [7, 47]], [2, null, '', null]]); // biome-ignore format: a row in brackets
    expect(areas.features[0].attributes.seen).toBe(1_709_209_296_000);
    expect(areas.features[0].geometry.rings[0]).toHaveLength(4);
    expect(visits.features.map(({ attributes }: AnyReply) => attributes.objectid_)).toEqual(['x']);
    expect([points.name, areas.name, visits.name]).toEqual(['-sql select 1', 'Árboles altos', 'visits']);
  });

  withGdal('becomes an item too, and the job says which columns are called otherwise', async () => {
    const petra = t.as('petra');
    const asked = await petra.post(`content/users/${petra.username}/export`, {
      itemId: source.itemId,
      exportFormat: 'file geodatabase',
      title: 'Woods',
    });
    expect(asked).toMatchObject({ type: 'File Geodatabase', exportFormat: 'File Geodatabase' });
    await t.runJobs();
    const status = await petra.get(`content/users/${petra.username}/items/${asked.exportItemId}/status`, {
      jobId: asked.jobId,
      jobType: 'export',
    });
    expect(status).toMatchObject({ status: 'completed' });
    const [job] = (await petra.get(`${source.path}/0/append/jobs`)).jobs;
    expect([job.operation, JSON.stringify(job)]).toEqual(['export', expect.stringContaining('names-changed')]);
    expect(await petra.get(`content/items/${asked.exportItemId}`)).toMatchObject({ type: 'File Geodatabase', name: 'Woods.gdb.zip' });
  });

  it('keeps the ending of its name, however long the title is', async () => {
    const petra = t.as('petra');
    const title = 'long '.repeat(50).trim();
    const asked = await petra.post(`content/users/${petra.username}/export`, { itemId: source.itemId, exportFormat: 'GeoPackage', title });
    await t.runJobs();
    expect((await petra.get(`content/items/${asked.exportItemId}`)).name).toMatch(/^long .{150,}\.gpkg$/);
  });

  withGdal('is offered by the services', async () => {
    for (const path of [source.path, `${source.path}/0`])
      expect((await t.as('petra').get(path)).supportedExportFormats.split(',')).toContain('filegdb');
  });

  it('is neither offered nor written where there is no program for it, and that says who can change it', async () => {
    t.portal.geodatabaseProgram = undefined;
    try {
      expect((await t.as('petra').get(source.path)).supportedExportFormats.split(',')).not.toContain('filegdb');
      const { error } = await t.as('petra').get(`content/items/${source.itemId}/export`, { exportFormat: 'File Geodatabase' });
      expect(error.code).toBe(400);
      expect(error.message + error.details).toMatch(/Use one of CSV, .*GeoPackage.* install GDAL 3\.6 or later/);
    } finally {
      t.portal.geodatabaseProgram = found;
    }
  });

  /** With a program of ours in the place of GDAL's. */
  async function withProgram(name: string, lines: string, act: () => Promise<void>): Promise<void> {
    const path = join(dir, name);
    await writeFile(path, `#!/bin/sh\n${lines}\n`);
    await chmod(path, 0o755);
    t.portal.geodatabaseProgram = path;
    try {
      await act();
    } finally {
      t.portal.geodatabaseProgram = found;
    }
    expect(await readdir(dirname(t.portal.files.receivingPath()))).toEqual([]);
  }
  const download = (): Promise<AnyReply> =>
    t.as('petra').get(`content/items/${source.itemId}/export`, { exportFormat: 'File Geodatabase' });

  it('says what to do when the program fails, not where the portal keeps its files, and leaves nothing behind', async () => {
    const lines = 'for last; do before="$from"; from="$last"; done; echo "ERROR 1: the tape of $before broke" >&2; exit 1';
    await withProgram('failing', lines, async () => {
      const { error } = await download();
      expect(error.message + error.details).toMatch(/Choose GeoPackage.*the tape of \/layers\.gpkg broke/);
      const petra = t.as('petra');
      const asked = await petra.post(`content/users/${petra.username}/export`, {
        itemId: source.itemId,
        exportFormat: 'File Geodatabase',
      });
      await t.runJobs();
      const status = await petra.get(`content/users/${petra.username}/items/${asked.exportItemId}/status`, {
        jobId: asked.jobId,
        jobType: 'export',
      });
      expect([status.status, status.statusMessage]).toEqual(['failed', expect.stringContaining('Choose GeoPackage')]);
    });
  });

  it('is no fault of the format when the system ends the program, or the disk is full', async () => {
    await withProgram('killed', 'kill -9 $$', async () => {
      expect((await download()).error.code).toBe(500);
    });
    await withProgram('full', 'echo "ERROR 3: write failed: No space left on device" >&2; exit 1', async () => {
      expect((await download()).error).toMatchObject({ code: 503, details: [expect.stringMatching(/disk of the server is full/)] });
    });
  });

  it('is given up when it takes longer than a download may, and says what to do then', async () => {
    const { preparingMs } = downloadLimits;
    downloadLimits.preparingMs = 300;
    try {
      await withProgram('hanging', 'exec sleep 60', async () => {
        const { error } = await download();
        expect(error.details.join(' ')).toMatch(/Export the layer to an item/);
      });
    } finally {
      downloadLimits.preparingMs = preparingMs;
    }
  });
});

describe('the program', () => {
  it.each([
    ['OpenFileGDB -vector- (rw+v): ESRI FileGDB', true],
    ['OpenFileGDB -vector- (rov): ESRI FileGDB', false],
    ['GPKG -raster,vector- (rw+vs): GeoPackage', false],
  ])('is taken by what it says that it writes: %s', async (line, isTaken) => {
    const path = join(dir, 'says');
    await writeFile(path, `#!/bin/sh\necho "Supported Formats:"\necho "  ${line}"\n`);
    await chmod(path, 0o755);
    expect(await findGeodatabaseProgram(path)).toBe(isTaken ? path : undefined);
  });

  it('is none where it is turned off, missing or no program', async () => {
    const path = join(dir, 'text');
    await writeFile(path, 'no program');
    expect(await Promise.all(['off', 'no-such-program', join(dir, 'nothing'), path].map(findGeodatabaseProgram))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
