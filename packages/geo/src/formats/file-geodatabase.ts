// File Geodatabase: a folder of tables, of which one lists the others.
import { canonicalWkid, type KnownReference } from '../project/spatial-reference.ts';
import { referenceOfWkt } from '../project/wkt-wkid.ts';
import { sentence } from '../sentence.ts';
import { type DatasetSource, type FieldType, FormatError, type FormatReader } from './format-reader.ts';
import { type GdbDataset, openGdbTable, readGdbCatalog } from './gdb-catalog.ts';
import { GDB_KIND, type GdbValue } from './gdb-cells.ts';
import type { GdbField } from './gdb-header.ts';
import { readGdbShape } from './gdb-shapes.ts';
import type { GdbTable } from './gdb-table.ts';
import { type RecordTable, recordReader, type SourceRecord } from './record-reader.ts';

/** Reads the tables of a `.gdb` folder: its list is the main file, its other files are companions by name. */
export const fileGeodatabaseReader: FormatReader = recordReader({ format: 'filegdb', extensions: ['gdb'], parts, open });

const BATCH = 500;
/** Bodies in space. */
const MULTIPATCH = 9;

const TYPES: Readonly<Record<number, FieldType>> = {
  [GDB_KIND.int16]: 'esriFieldTypeSmallInteger',
  [GDB_KIND.int32]: 'esriFieldTypeInteger',
  [GDB_KIND.float]: 'esriFieldTypeDouble',
  [GDB_KIND.double]: 'esriFieldTypeDouble',
  [GDB_KIND.text]: 'esriFieldTypeString',
  [GDB_KIND.moment]: 'esriFieldTypeDate',
  [GDB_KIND.guid]: 'esriFieldTypeString',
  [GDB_KIND.globalId]: 'esriFieldTypeString',
  [GDB_KIND.xml]: 'esriFieldTypeString',
  [GDB_KIND.int64]: 'esriFieldTypeBigInteger',
  [GDB_KIND.date]: 'esriFieldTypeDate',
  [GDB_KIND.time]: 'esriFieldTypeString',
  [GDB_KIND.momentWithOffset]: 'esriFieldTypeDate',
};

async function parts(source: DatasetSource): Promise<string[]> {
  return (await readGdbCatalog(source.companions ?? {}, source.main.name)).map((dataset) => dataset.name);
}

async function open(source: DatasetSource): Promise<RecordTable> {
  const [files, file] = [source.companions ?? {}, source.main.name];
  const datasets = await readGdbCatalog(files, file);
  const dataset = source.part === undefined ? datasets[0] : datasets.find((one) => one.name === source.part);
  if (dataset === undefined) {
    throw new FormatError('part-missing', { file, wanted: source.part ?? '', names: datasets.map((one) => one.name).join(', ') });
  }
  const table = await openGdbTable(files, dataset.stem, file);
  if (table.header.shapeKind === MULTIPATCH) throw new FormatError('gdb-multipatch', { file, layer: dataset.name });
  const shapeAt = table.fields.findIndex((field) => field.kind === GDB_KIND.geometry);
  const kept = table.fields.flatMap((field, at) => {
    const type = TYPES[field.kind];
    return type === undefined ? [] : [{ field, at, type }];
  });
  const told = { curves: false };
  const leftOut = table.fields.length - kept.length - (shapeAt < 0 ? 0 : 1);
  return {
    name: dataset.name,
    title: dataset.alias,
    reference: referenceOf(dataset, table.fields[shapeAt]),
    columns: kept.map(({ field, type }) => columnOf(dataset, field, type)),
    mayBeTable: shapeAt < 0,
    records: () => records(table, { shapeAt, places: kept.map(({ at }) => at) }, told),
    warnings: () => [
      ...(leftOut > 0 ? [sentence('raw-bytes')] : []),
      ...(told.curves ? [sentence('curves-drawn')] : []),
      ...(dataset.hasFiles ? [sentence('attachments-left', { layer: dataset.alias })] : []),
    ],
  };
}

function columnOf(dataset: GdbDataset, field: GdbField, type: FieldType) {
  const said = dataset.fields.get(field.name.toLowerCase());
  const domain = said?.domain ?? null;
  return { name: field.name, alias: said?.alias || field.alias || field.name, type, ...(domain === null ? {} : { domain }) };
}

function referenceOf(dataset: GdbDataset, shape: GdbField | undefined): KnownReference | null {
  if (dataset.wkid !== null) return { wkid: canonicalWkid(dataset.wkid) };
  const wkt = shape?.grid?.wkt.replaceAll('\0', '') ?? '';
  return /^\s*(PROJ|GEO)/i.test(wkt) ? referenceOfWkt(wkt) : null;
}

async function* records(
  table: GdbTable,
  { shapeAt, places }: { shapeAt: number; places: readonly number[] },
  told: { curves: boolean },
): AsyncGenerator<SourceRecord[]> {
  const grid = table.fields[shapeAt]?.grid;
  const plain = (value: GdbValue | undefined): unknown => (typeof value === 'object' ? null : value);
  const shapeOf = (value: GdbValue | undefined): SourceRecord['shape'] => {
    if (grid === undefined || value === null || typeof value !== 'object') return null;
    const { shape, curved } = readGdbShape(value.shape, grid);
    if (curved) told.curves = true;
    return shape;
  };
  for await (const rows of table.rows(BATCH)) {
    yield rows.map(({ values }) => ({ shape: shapeOf(values[shapeAt]), values: places.map((at) => plain(values[at]) ?? null) }));
  }
}
