// File Geodatabases: every kind of field and geometry as another program wrote them, curves, and tables that are damaged.
import { describe, expect, it } from 'vitest';
import { datasetsIn, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { fileGeodatabaseReader as reader } from './file-geodatabase.ts';
import type { ByteSource, DatasetSource } from './format-reader.ts';
import { readXmlTree } from './gdb-definition.ts';
import { readGdbShape } from './gdb-shapes.ts';
import { GdbTable } from './gdb-table.ts';

async function geodatabase(path: string, part?: string): Promise<DatasetSource> {
  const [found] = await datasetsIn(path);
  if (found === undefined) throw new Error(`no geodatabase in ${path}`);
  return { ...found, ...(part === undefined ? {} : { part }) };
}

const KINDS = 'vector/gdb_kinds.gdb.zip';
const WHOLE = [-32768, 2, 1, 'g', 0.5, 0.1234567890123456, 'Zürich 𝒳 "a"', Date.UTC(2024, 1, 29, 12, 34, 56)];
const GUID = '{01234567-89AB-CDEF-0123-456789ABCDEF}';
const [X, Y] = [2_600_000, 1_200_000];

describe('fileGeodatabaseReader', () => {
  it('reads subtypes as the values of the field that says them', async () => {
    const source = await geodatabase('vector/gdb_subtypes.gdb.zip');
    const description = await reader.describe(source);
    expect(description.fields.find(({ name }) => name === 'kind')?.domain).toEqual({
      type: 'codedValue',
      name: 'kind subtypes',
      codedValues: [
        { name: 'Main road', code: 1 },
        { name: 'Side road', code: 2 },
      ],
    });
    expect(warningsOf(description)).toEqual([
      'The subtypes of roads become types of the layer, with their lists of values; the values that each of them proposes are left out.',
    ]);
    // A row may have a number that is no subtype.
    expect((await readAll(reader, source, { description })).rows.map((row) => row.values)).toEqual([
      ['Main', 1, 2],
      ['Side', 2, 1],
      ['Other', 7, null],
    ]);
  });

  it('reads what each subtype says of other fields', async () => {
    const description = await reader.describe(await geodatabase('vector/gdb_subtype_domains.gdb.zip'));
    const surface = {
      type: 'codedValue',
      name: 'any_surface',
      codedValues: [1, 9].map((code) => ({ name: code === 1 ? 'Asphalt' : 'Gravel', code })),
    };
    const name = { type: 'codedValue', name: 'paths', codedValues: ['Main', 'Other', 'Side'].map((code) => ({ name: code, code })) };
    expect(description.subtypes).toEqual({
      field: 'kind',
      types: [
        { id: 1, name: 'Main road', domains: { surface, lanes: { type: 'range', name: 'wide', range: [1, 8] } } },
        { id: 2, name: 'Side road', domains: { name } },
      ],
    });
  });

  it('names its layers and tables, and what people call them', async () => {
    const brasil = await geodatabase('vector/brasil_filegdb.gdb.zip');
    expect(brasil.main.name).toBe('brasil.gdb');
    expect(await reader.parts?.(brasil)).toEqual(['estados', 'cidades']);
    const estados = await reader.describe({ ...brasil, part: 'estados' });
    expect(estados).toMatchObject({
      name: 'estados',
      title: 'Estados do Brasil',
      geometryType: 'esriGeometryPolygon',
      spatialReference: { wkid: 4674 },
      rowCount: 27,
      warnings: [],
    });
    expect(estados.fields[0]).toMatchObject({ name: 'nome', alias: 'Nome do estado', type: 'esriFieldTypeString' });
    const cidades = await readAll(reader, { ...brasil, part: 'cidades' });
    expect([cidades.rows.length, cidades.problems.length]).toEqual([2010, 0]);
    expect(cidades.rows[0]?.values).toEqual(['São Paulo', 12_400_232, 769, Date.UTC(2023, 1, 21, 12, 30)]);
    const missing = reader.describe({ ...brasil, part: 'nowhere' });
    await expect(missing).rejects.toMatchObject({ sentence: { code: 'part-missing' } });
  });

  it('reads every kind of field with its alias and the values that it may have', async () => {
    const source = await geodatabase(KINDS, 'plain');
    const description = await reader.describe(source);
    expect(description).toMatchObject({ title: 'All the plain', geometryType: null, spatialReference: null, rowCount: 3 });
    const said = description.fields.map(({ name, alias, type, domain }) => [name, alias, type, domain?.type]);
    expect(said).toEqual([
      ['small', 'small', 'esriFieldTypeSmallInteger', undefined],
      ['lanes', 'Number of lanes', 'esriFieldTypeInteger', 'range'],
      ['surface', 'surface', 'esriFieldTypeInteger', 'codedValue'],
      ['state', 'state', 'esriFieldTypeString', 'codedValue'],
      ['single', 'single', 'esriFieldTypeSingle', undefined],
      ['exact', 'exact', 'esriFieldTypeDouble', undefined],
      ['label', 'Bezeichnung', 'esriFieldTypeString', undefined],
      ['built', 'built', 'esriFieldTypeDate', undefined],
      ['guid', 'guid', 'esriFieldTypeString', undefined],
    ]);
    expect(description.fields.flatMap((field) => field.domain ?? [])).toEqual([
      { type: 'range', name: 'lanes', range: [1, 8] },
      {
        type: 'codedValue',
        name: 'surface',
        codedValues: [
          { name: 'asphalt', code: 1 },
          { name: 'gravel', code: 2 },
        ],
      },
      {
        type: 'codedValue',
        name: 'state',
        codedValues: [
          { name: 'good', code: 'g' },
          { name: 'bad & worn', code: 'b' },
        ],
      },
    ]);
    expect(warningsOf(description)).toEqual(['Columns of raw bytes are left out.']);
    const { rows } = await readAll(reader, source);
    expect(rows.map((row) => row.values)).toEqual([
      [...WHOLE, GUID],
      Array.from({ length: 9 }, () => null),
      [32_767, 8, 2, 'b', -1.25, -1e300, '', Date.UTC(1899, 11, 30), null],
    ]);
  });

  it.each([
    ['points', 'esriGeometryPoint', { x: X, y: Y }],
    ['heights', 'esriGeometryPoint', { x: X, y: Y, z: 450.5 }],
    [
      'groups',
      'esriGeometryMultipoint',
      {
        points: [
          [X, Y],
          [X + 1, Y + 1],
        ],
      },
    ],
    [
      'lines',
      'esriGeometryPolyline',
      {
        paths: [
          [
            [X, Y],
            [X + 10, Y + 10],
            [X + 20, Y],
          ],
        ],
      },
    ],
    [
      'measures',
      'esriGeometryPolyline',
      {
        paths: [
          [
            [X, Y, 1, 7],
            [X + 10, Y + 10, 2, 8],
          ],
        ],
      },
    ],
  ])('reads %s', async (part, geometryType, first) => {
    const source = await geodatabase(KINDS, part);
    const description = await reader.describe(source);
    expect(description).toMatchObject({ geometryType, spatialReference: { wkid: 2056 }, rowCount: 3 });
    const { rows, problems } = await readAll(reader, source, { description });
    expect(problems).toEqual([]);
    expect(rows.map((row) => row.geometry !== null)).toEqual([true, false, true]);
    const rounded = JSON.parse(JSON.stringify(rows[0]?.geometry), (_, value) =>
      typeof value === 'number' ? Number(value.toFixed(3)) : value,
    );
    expect(rounded).toMatchObject(first);
    expect(rows[0]?.values.slice(0, 8)).toEqual(WHOLE);
  });

  it('reads areas of several parts with holes and heights', async () => {
    const { rows } = await readAll(reader, await geodatabase(KINDS, 'areas'));
    const area = rows[0]?.geometry;
    const rings = area && 'rings' in area ? area.rings : [];
    expect(rings.map((ring) => ring.length)).toEqual([5, 4, 4]);
    expect(new Set(rings[0]?.map((position) => Math.round(position[2] ?? 0)))).toEqual(new Set([1, 2, 3, 4]));
  });

  it('passes over rows that were deleted, whole blocks of them too', async () => {
    const { rows, problems } = await readAll(reader, await geodatabase(KINDS, 'sparse'));
    expect(problems).toEqual([]);
    expect(rows.map((row) => row.values[0])).toEqual([1, 2, ...Array.from({ length: 801 }, (_, i) => 4200 + i)]);
  });

  it('says which file of the folder is missing', async () => {
    const { main, companions = {} } = await geodatabase(KINDS);
    const { 'a0000000a.gdbtablx': _, ...rest } = companions;
    const code = async (part: string, files: typeof companions): Promise<unknown> =>
      reader.describe({ main, companions: files, part }).then(
        () => undefined,
        (error: { sentence?: { code: string } }) => error.sentence?.code,
      );
    const names = (await reader.parts?.({ main, companions: rest })) ?? [];
    expect(await Promise.all(names.map((name) => code(name, rest)))).toContain('gdb-incomplete');
    expect(await code('points', {})).toBe('gdb-incomplete');
  });
});

describe('large rows', () => {
  it('come in small batches, as their geometries take many times as much memory once they are read', async () => {
    const text = 300_000;
    const row = Buffer.alloc(4 + 4 + text, 'x');
    row.writeUInt32LE(4 + text, 0);
    // No value is missing; the length in three numbers of seven bits.
    row.set([0, (text & 127) | 128, ((text >> 7) & 127) | 128, text >> 14], 4);
    const wide = (word: string): number[] => [word.length, ...Buffer.from(word, 'utf16le')];
    const field = [...wide('a'), ...wide(''), 4, 0, 0, 0, 0, 1, 0];
    const fields = Buffer.from([4, 0, 0, 0, 0, 1, 0, 0, 1, 0, ...field]);
    const head = Buffer.alloc(44);
    head.writeInt32LE(3, 0);
    head.writeBigInt64LE(40n, 32);
    head.writeUInt32LE(fields.length, 40);
    const start = head.length + fields.length;
    const index = Buffer.alloc(16 + 1024 * 5 + 16);
    index.set([3, 0, 0, 0, 1, 0, 0, 0, 20, 0, 0, 0, 5]);
    for (let i = 0; i < 20; i++) index.writeUInt32LE(start + i * row.length, 16 + i * 5);
    const rows = memorySource('a.gdbtable', Buffer.concat([head, fields, ...Array.from({ length: 20 }, () => row)]));
    const table = await GdbTable.open(rows, memorySource('a.gdbtablx', index), 'a.gdb');
    const sizes: number[] = [];
    for await (const batch of table.rows(500)) sizes.push(batch.length);
    expect(sizes).toEqual([4, 4, 4, 4, 4]);
  });
});

describe('curves', () => {
  const grid = { wkt: '', x: -400, y: -400, scale: 1e6, z: null, m: null };

  /** Numbers of the format: without sign, and as differences. */
  const count = (value: number): number[] => (value < 128 ? [value] : [(value % 128) | 128, ...count(Math.floor(value / 128))]);
  const difference = (value: number): number[] => {
    const [size, sign] = [Math.abs(value), value < 0 ? 0x40 : 0];
    return size < 64 ? [size | sign] : [(size % 64) | 0x80 | sign, ...count(Math.floor(size / 64))];
  };
  const doubles = (...values: number[]): number[] => [...Buffer.from(Float64Array.from(values).buffer)];
  const word = (value: number): number[] => [...Buffer.from(Int32Array.of(value).buffer)];

  /** A line of two points with a curve between them. */
  function curve(from: [number, number], to: [number, number], bytes: number[]): Uint8Array {
    const whole = ([x, y]: [number, number]): [number, number] => [Math.round((x + 400) * 1e6), Math.round((y + 400) * 1e6)];
    const [a, b] = [whole(from), whole(to)];
    const places = [...difference(a[0]), ...difference(a[1]), ...difference(b[0] - a[0]), ...difference(b[1] - a[1])];
    return Uint8Array.from([...count(0x20000000 + 50), 2, 1, 1, 0, 0, 0, 0, ...places, 0, ...bytes]);
  }

  const path = (bytes: Uint8Array): number[][] => {
    const { shape, curved } = readGdbShape(bytes, grid);
    if (shape === null || !('kind' in shape) || shape.kind !== 'polyline') throw new Error('no line');
    expect(curved).toBe(true);
    return shape.paths[0] ?? [];
  };
  const distances = (positions: number[][], x = 0, y = 0): number[] =>
    positions.map((one) => Math.hypot((one[0] ?? 0) - x, (one[1] ?? 0) - y));

  it('around a centre become lines with many points, the way that the curve runs', () => {
    const left = path(curve([1, 0], [0, 1], [1, ...doubles(0, 0), ...word(0x08)]));
    expect(left.length).toBe(25);
    for (const distance of distances(left)) expect(distance).toBeCloseTo(1, 6);
    expect(left[12]).toEqual([expect.closeTo(Math.SQRT1_2, 6), expect.closeTo(Math.SQRT1_2, 6)]);
    const right = path(curve([1, 0], [0, 1], [1, ...doubles(0, 0), ...word(0)]));
    expect(right.length).toBe(73);
    expect(right[36]).toEqual([expect.closeTo(-Math.SQRT1_2, 6), expect.closeTo(-Math.SQRT1_2, 6)]);
  });

  it('through a point, and whole circles, keep to their circle', () => {
    const arc = path(curve([1, 0], [-1, 0], [1, ...doubles(0, 1), ...word(0x80)]));
    for (const distance of distances(arc)) expect(distance).toBeCloseTo(1, 6);
    expect(Math.max(...arc.map((one) => one[1] ?? 0))).toBeCloseTo(1, 3);
    const circle = path(curve([1, 0], [1, 0], [1, ...doubles(0, 0), ...word(0x08)]));
    expect(circle.length).toBe(97);
    for (const distance of distances(circle)) expect(distance).toBeCloseTo(1, 6);
  });

  it('of Bézier and of ellipses keep to their formulas', () => {
    const bezier = path(curve([0, 0], [3, 0], [4, ...doubles(1, 2, 2, 2)]));
    expect(bezier[12]).toEqual([expect.closeTo(1.5, 9), expect.closeTo(1.5, 9)]);
    const ellipse = path(curve([2, 0], [-2, 0], [5, ...doubles(0, 0, 0, 2, 0.5), ...word(0x800)]));
    for (const [x = 0, y = 0] of ellipse) expect((x / 2) ** 2 + y ** 2).toBeCloseTo(1, 6);
    expect(Math.max(...ellipse.map((one) => one[1] ?? 0))).toBeCloseTo(1, 2);
  });

  it('of kinds that are not known, bodies, and bytes that end make one bad row', () => {
    const codes = [curve([0, 0], [1, 1], [9]), Uint8Array.from([54]), Uint8Array.from([51, ...count(2 ** 40), 1]), new Uint8Array(0)].map(
      (bytes) => {
        const { shape } = readGdbShape(bytes, grid);
        return shape !== null && 'code' in shape ? shape.code : shape;
      },
    );
    expect(codes).toEqual(['geometry-damaged', 'geometry-unheld', 'geometry-damaged', 'geometry-damaged']);
  });
});

describe('a damaged geodatabase', () => {
  const bytesOf = async (file: ByteSource): Promise<Uint8Array> => Uint8Array.from(await file.read(0, file.size));

  async function outcome(source: DatasetSource): Promise<string> {
    try {
      const names = (await reader.parts?.(source)) ?? [];
      const { rows, problems } = await readAll(reader, { ...source, part: names[0] ?? '' });
      return `${rows.length + problems.length} rows`;
    } catch (error) {
      const { sentence, name } = error as { sentence?: { code: string }; name: string };
      return sentence?.code ?? `FAULT ${name} ${String(error)}`;
    }
  }

  it('is refused in words wherever a byte is wrong or the file is cut, and takes no large memory', async () => {
    const { main, companions = {} } = await geodatabase(KINDS);
    const seen = new Set<string>();
    // The list of tables, that of their definitions, and a layer with areas.
    for (const name of ['a00000001.gdbtable', 'a00000001.gdbtablx', 'a00000004.gdbtable', 'a0000000a.gdbtable', 'a0000000a.gdbtablx']) {
      const file = companions[name];
      if (file === undefined) throw new Error(`no ${name}`);
      const whole = await bytesOf(file);
      const changed = (bytes: Uint8Array): DatasetSource => ({ main, companions: { ...companions, [name]: memorySource(name, bytes) } });
      const step = Math.max(1, Math.floor(Math.min(whole.length, 1500) / 60));
      for (let at = 0; at < Math.min(whole.length, 1500); at += step) {
        const bytes = whole.slice();
        bytes[at] = (bytes[at] ?? 0) ^ 0xff;
        seen.add(await outcome(changed(bytes)));
        if (at + 4 <= bytes.length) new DataView(bytes.buffer).setUint32(at, 0x7ffffff0, true);
        seen.add(await outcome(changed(bytes)));
      }
      for (const length of [0, 3, 16, 39, 40, 44, 100, whole.length - 1]) seen.add(await outcome(changed(whole.subarray(0, length))));
    }
    expect([...seen].filter((each) => each.startsWith('FAULT'))).toEqual([]);
    expect([...seen]).toContain('gdb-damaged');
  }, 60_000);

  it('may not let thousands of rows lie on one another', async () => {
    const { main, companions = {} } = await geodatabase(KINDS, 'sparse');
    const names = (await reader.parts?.({ main, companions })) ?? [];
    expect(names.at(-1)).toBe('sparse');
    const name = Object.keys(companions).sort().at(-1) ?? '';
    const file = companions[name];
    if (file === undefined) throw new Error('no index');
    const bytes = await bytesOf(file);
    const first = bytes.slice(16, 21);
    for (let at = 16; at + 5 <= bytes.length - 64; at += 5) bytes.set(first, at);
    const source = { main, companions: { ...companions, [name]: memorySource(name, bytes) }, part: 'sparse' };
    await expect(readAll(reader, source)).rejects.toMatchObject({ sentence: { code: 'gdb-damaged' } });
  });

  it('may bring documents that grow or have no end', () => {
    expect(readXmlTree('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toBeNull();
    expect(readXmlTree('<a>'.repeat(1000))).toBeNull();
    const room = { left: 5 };
    const document = '<a><b/><b/></a>';
    expect([readXmlTree(document, room) === null, readXmlTree(document, room) === null]).toEqual([false, true]);
    expect(readXmlTree('<a><b>c &amp; d</b></a>')?.children[0]?.text).toBe('c & d');
  });
});
