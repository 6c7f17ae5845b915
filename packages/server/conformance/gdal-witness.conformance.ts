// GDAL and the portal say the same of the same files: the files are made by chance with its drivers, published, and read by both; and GDAL
// reads what the portal saves in other coordinate systems.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../testing/agent.ts';
import { type TestPortal, testPortal } from '../testing/test-portal.ts';
import { zipArchive } from '../testing/zip-archive.ts';
import { chance, MADE_FILES, type MadeFile, madeRows } from './made-files.ts';

const run = promisify(execFile);
const drivers = await run('ogr2ogr', ['--formats']).then(
  ({ stdout }) => stdout,
  () => '',
);
if (drivers === '') console.warn('Skipped: GDAL is not installed (package gdal-bin); nothing was compared with what ogr2ogr says.');

/** Of files that GDAL cannot write as it is installed, which Debian's of 3.6 is not. */
const canWrite = ({ driver }: MadeFile): boolean =>
  new RegExp(`^ *${driver} -vector.*\\(rw`, 'm').test(drivers.replaceAll('raster,vector', 'vector'));
const FILES = MADE_FILES.filter(canWrite).map((file, index) => ({
  ...file,
  index,
  title: `${index + 1}: ${file.driver} of ${file.layers.map((kinds) => (kinds.length > 1 ? 'all kinds' : (kinds[0] ?? 'rows'))).join(' and ')} in ${file.system?.name ?? 'degrees'}`,
}));

type Vertex = number[];
/** What a program says of a row. */
interface Told {
  values: Record<string, unknown>;
  places: Vertex[];
}

describe.skipIf(drivers === '')('GDAL and the portal', () => {
  let t: TestPortal;
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'graticule-witness-'));
    t = await testPortal({ people: { petra: 'publisher' } });
  });
  afterAll(async () => {
    await t?.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Makes the file; gives its path for GDAL and its bytes for the portal. */
  async function made(file: MadeFile, index: number): Promise<{ path: string; name: string; bytes: Uint8Array }> {
    const random = chance(index + 1);
    const path = join(dir, `${index}-${file.name}`);
    for (const layer of file.layers.keys()) {
      const source = join(dir, `${index}-${layer}.json`);
      await writeFile(source, madeRows(file, layer, random, 1 + layer * 100));
      const system = file.system === undefined ? [] : ['-t_srs', file.system.name];
      const kind = file.layers[layer]?.length === 0 ? ['-nlt', 'NONE'] : [];
      const more = layer === 0 ? [] : ['-update'];
      await run('ogr2ogr', ['-f', file.driver, ...more, ...system, ...kind, '-nln', nameOf(layer), ...(file.options ?? []), path, source]);
    }
    const name = `${index}-${file.name}`;
    if (!(await stat(path)).isDirectory()) return { path, name, bytes: await readFile(path) };
    const entries = (await readdir(path)).map(async (each) => ({ name: `${name}/${each}`, bytes: await readFile(join(path, each)) }));
    return { path, name: `${name}.zip`, bytes: zipArchive(await Promise.all(entries)) };
  }

  /** What GDAL says of a file, by the numbers of the rows; places in degrees. Without names of layers it has one. */
  async function toldByGdal(
    path: string,
    {
      layers = [[]],
      options = [],
      isPlaced = true,
    }: { layers?: readonly string[][]; options?: readonly string[]; isPlaced?: boolean } = {},
  ): Promise<Map<number, Told>> {
    const rows = new Map<number, Told>();
    for (const layer of layers) {
      const layout = ['-f', 'GeoJSONSeq', '-lco', 'COORDINATE_PRECISION=12', '-lco', 'SIGNIFICANT_FIGURES=17'];
      const degrees = isPlaced ? ['-t_srs', 'EPSG:4326'] : [];
      const { stdout: text } = await run('ogr2ogr', [...layout, ...degrees, ...options, '/vsistdout/', path, ...layer], {
        maxBuffer: 1 << 26,
      });
      for (const line of text.split('\n').filter((each) => each !== '')) {
        const { properties, geometry } = exactly(line) as { properties: Record<string, unknown>; geometry: unknown };
        rows.set(Number(properties.rid), { values: properties, places: vertices(geometry) });
      }
    }
    return rows;
  }

  /** What the portal says of all layers of a service. */
  async function toldByPortal(path: string): Promise<Map<number, Told>> {
    const petra = t.as('petra');
    const rows = new Map<number, Told>();
    const { layers, tables } = await petra.get(path);
    for (const { id } of [...layers, ...tables]) {
      const { fields, hasZ } = await petra.get(`${path}/${id}`);
      const query = { where: '1=1', outFields: '*', outSR: 4326, ...(hasZ ? { returnZ: true } : {}) };
      const { features } = await petra.get(`${path}/${id}/query`, query);
      for (const { attributes, geometry } of features) {
        const values = Object.fromEntries(fields.map(({ name, type }: AnyReply) => [name, asText(attributes[name], type)]));
        rows.set(Number(attributes.rid), { values, places: vertices(geometry) });
      }
    }
    return rows;
  }

  async function published(
    fileType: string,
    sent: { name: string; bytes: Uint8Array },
    name: string,
  ): Promise<{ itemId: string; path: string }> {
    const petra = t.as('petra');
    const { services } = await petra.upload(
      `content/users/${petra.username}/publish`,
      { fileType, publishParameters: { name } },
      { file: sent },
    );
    await t.runJobs();
    const [{ serviceItemId: itemId, serviceurl, jobId }] = services;
    expect(await petra.get(`content/users/${petra.username}/items/${itemId}/status`, { jobId })).toMatchObject({ status: 'completed' });
    return { itemId, path: new URL(serviceurl).pathname };
  }

  it.each(FILES)('say the same of file $title', async (file) => {
    const { path, ...sent } = await made(file, file.index);
    const theirs = await toldByGdal(path, {
      layers: file.layers.length === 1 ? [[]] : [...file.layers.keys()].map((layer) => [nameOf(layer)]),
      options: file.readOptions ?? [],
      isPlaced: file.driver !== 'XLSX' && file.driver !== 'CSV',
    });
    const ours = await toldByPortal((await published(file.fileType, sent, `witness_${file.index}`)).path);
    expect(theirs.size).toBe(12 * file.layers.length);
    expect([...ours.keys()].sort(byNumber)).toEqual([...theirs.keys()].sort(byNumber));
    for (const [rid, { values, places }] of theirs) {
      const row = ours.get(rid);
      const names = NAMES.filter((name) => file.without?.includes(name) !== true);
      const said = names.map((name) => [name, plain(name, values[name])]);
      expect([rid, names.map((name) => [name, plain(name, row?.values[name])])]).toEqual([rid, said]);
      expect([rid, apart(places, row?.places ?? [])]).toEqual([rid, []]);
    }
  });

  it.each(['EPSG:2193', 'EPSG:3031', 'EPSG:4807', 'EPSG:27572', 'ESRI:102008'])(
    'agree on where rows are that are saved in %s',
    async (system) => {
      const near = { name: system, at: system === 'EPSG:3031' ? [45, -80] : system === 'EPSG:2193' ? [174, -40] : [2, 47] };
      const layer: MadeFile = { driver: '', name: '', fileType: 'geojson', layers: [['Polygon']], system: near, hasZ: true };
      const bytes = Buffer.from(madeRows(layer, 0, chance(7), 1));
      const { itemId, path } = await published('geojson', { name: 'a.geojson', bytes }, `saved_${system.replace(/\W/g, '_')}`);
      const ours = await toldByPortal(path);
      for (const [exportFormat, name] of [
        ['Shapefile', 'zip'],
        ['GeoPackage', 'gpkg'],
        ['FlatGeobuf', 'fgb'],
      ] as const) {
        const parameters = { f: '', exportFormat, targetSR: system.replace(/^\w+:/, '') };
        const response = await t.as('petra').raw('GET', `content/items/${itemId}/export`, parameters);
        const saved = join(dir, `${system.replace(/\W/g, '-')}.${name}`);
        await writeFile(saved, response.rawPayload);
        const theirs = await toldByGdal(name === 'zip' ? `/vsizip/${saved}` : saved);
        expect([exportFormat, theirs.size]).toEqual([exportFormat, 12]);
        for (const [rid, { places }] of ours)
          expect([exportFormat, rid, apart(places, theirs.get(rid)?.places ?? [])]).toEqual([exportFormat, rid, []]);
      }
    },
  );
});

/** Names that every driver takes. */
const nameOf = (layer: number): string => `layer_${layer}`;

const NAMES = ['label', 'whole', 'long', 'share', 'day', 'moment'];
const byNumber = (a: number, b: number): number => a - b;

/** JSON whose whole numbers beyond 2^53 stay texts. */
function exactly(text: string): unknown {
  const keep = (_: string, value: unknown, { source }: { source?: string } = {}): unknown =>
    typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source) ? source : value;
  return JSON.parse(text, keep as (this: unknown, key: string, value: unknown) => unknown);
}

/** Moments of layers as texts. */
function asText(value: unknown, type: string): unknown {
  return type === 'esriFieldTypeDate' && typeof value === 'number' ? new Date(value).toISOString() : value;
}

/** A value in one form, whatever type a format has for it: texts for numbers and days, moments in UTC. */
function plain(name: string, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (name === 'label') return String(value);
  if (name === 'day' || name === 'moment') {
    const [day = '', clock = '00:00:00Z'] = String(value).replaceAll('/', '-').split(/[ T]/);
    const zoned = /[+-]\d\d$/.test(clock) ? `${clock}:00` : /(?:Z|[+-]\d\d:?\d\d)$/.test(clock) ? clock : `${clock}Z`;
    const moment = new Date(`${day}T${zoned}`.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')).toISOString();
    // GDAL 3.6 reads moments of File Geodatabases before 1970 a second late.
    return name === 'day' ? moment.slice(0, 10) : moment;
  }
  return name === 'long' ? BigInt(String(value)).toString() : Number(value) + 0;
}

/** All positions of a geometry of GeoJSON or Esri JSON, in its order. */
function vertices(geometry: AnyReply): Vertex[] {
  if (geometry === null || geometry === undefined) return [];
  if (typeof geometry.x === 'number') return [[geometry.x, geometry.y, ...(typeof geometry.z === 'number' ? [geometry.z] : [])]];
  const found: Vertex[] = [];
  const walk = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    if (typeof value[0] === 'number') found.push(value as Vertex);
    else value.forEach(walk);
  };
  walk(geometry.coordinates ?? geometry.points ?? geometry.paths ?? geometry.rings);
  return found;
}

/** Degrees, about a centimetre. */
const NEAR = 1e-7;
/** Metres; a shapefile beside another keeps heights in the steps of its measures. */
const AS_HIGH = 1e-4;

/** Positions of one that the other does not have: they may begin elsewhere and run the other way round. */
function apart(some: readonly Vertex[], others: readonly Vertex[]): unknown[] {
  const isNear = ([x = 0, y = 0, z]: Vertex, [ox = 0, oy = 0, oz]: Vertex): boolean =>
    Math.abs(x - ox) <= NEAR && Math.abs(y - oy) <= NEAR && Math.abs((z ?? 0) - (oz ?? 0)) <= AS_HIGH;
  const missing = some.filter((one) => !others.some((other) => isNear(one, other)));
  return some.length === others.length ? missing : [...missing, `${some.length} and ${others.length} positions`];
}
