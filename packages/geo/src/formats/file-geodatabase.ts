// File Geodatabase: a folder of tables, of which one lists the others.
import { canonicalWkid, type KnownReference, referenceOfWkt } from '../project/spatial-reference.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { validFieldNames } from './field-names.ts';
import {
  type AttachedFile,
  type DatasetSource,
  type FieldType,
  FormatError,
  type FormatReader,
  type FormatRelationship,
  type FormatRelationshipEnd,
} from './format-reader.ts';
import { type GdbCatalog, type GdbDataset, MAX_DATASETS, openGdbTable, readGdbCatalog } from './gdb-catalog.ts';
import { GDB_KIND, type GdbValue } from './gdb-cells.ts';
import { holdsFiles, readGdbFiles } from './gdb-files.ts';
import type { GdbField } from './gdb-header.ts';
import type { GdbRelation } from './gdb-relations.ts';
import { readGdbShape } from './gdb-shapes.ts';
import type { GdbTable } from './gdb-table.ts';
import { type RecordTable, recordReader, type SourceRecord } from './record-reader.ts';
import { someOf } from './some-of.ts';

/** Reads the tables of a `.gdb` folder: its list is the main file, its other files are companions by name. */
export const fileGeodatabaseReader: FormatReader = recordReader({
  format: 'filegdb',
  extensions: ['gdb'],
  parts,
  open,
  relationships,
  files,
});

const BATCH = 500;
/** Bodies in space. */
const MULTIPATCH = 9;

const TYPES: Readonly<Record<number, FieldType>> = {
  [GDB_KIND.int16]: 'esriFieldTypeSmallInteger',
  [GDB_KIND.int32]: 'esriFieldTypeInteger',
  [GDB_KIND.float]: 'esriFieldTypeSingle',
  [GDB_KIND.double]: 'esriFieldTypeDouble',
  [GDB_KIND.text]: 'esriFieldTypeString',
  [GDB_KIND.moment]: 'esriFieldTypeDate',
  [GDB_KIND.guid]: 'esriFieldTypeGUID',
  [GDB_KIND.globalId]: 'esriFieldTypeString',
  [GDB_KIND.xml]: 'esriFieldTypeString',
  [GDB_KIND.int64]: 'esriFieldTypeBigInteger',
  [GDB_KIND.date]: 'esriFieldTypeDateOnly',
  [GDB_KIND.time]: 'esriFieldTypeTimeOnly',
  [GDB_KIND.momentWithOffset]: 'esriFieldTypeTimestampOffset',
};

async function parts(source: DatasetSource): Promise<string[]> {
  return (await readGdbCatalog(source.companions ?? {}, source.main.name)).datasets.map((dataset) => dataset.name);
}

/** A layer or table, opened. */
interface OpenLayer {
  catalog: GdbCatalog;
  dataset: GdbDataset;
  table: GdbTable;
  kept: readonly KeptField[];
}

/** A field of which there will be a column. */
interface KeptField {
  field: GdbField;
  at: number;
  type: FieldType;
}

/** Opens the dataset that the source names, or another of the same file. @throws FormatError */
async function openLayer({ companions: files = {}, main, part }: DatasetSource): Promise<OpenLayer> {
  const catalog = await readGdbCatalog(files, main.name);
  const { datasets } = catalog;
  const dataset = part === undefined ? datasets[0] : datasets.find((one) => one.name === part);
  if (dataset === undefined) {
    throw new FormatError('part-missing', { file: main.name, wanted: part ?? '', names: datasets.map((one) => one.name).join(', ') });
  }
  const table = await openGdbTable(files, dataset.stem, main.name);
  if (table.header.shapeKind === MULTIPATCH) throw new FormatError('gdb-multipatch', { file: main.name, layer: dataset.name });
  const kept = table.fields.flatMap((field, at) => {
    const type = TYPES[field.kind];
    return type === undefined ? [] : [{ field, at, type }];
  });
  return { catalog, dataset, table, kept };
}

async function open(source: DatasetSource): Promise<RecordTable> {
  const { catalog, dataset, table, kept } = await openLayer(source);
  const shapeAt = table.fields.findIndex((field) => field.kind === GDB_KIND.geometry);
  const told = { curves: false };
  const leftOut = table.fields.length - kept.length - (shapeAt < 0 ? 0 : 1);
  const hasFiles =
    dataset.filesStem !== null && holdsFiles(await openGdbTable(source.companions ?? {}, dataset.filesStem, source.main.name));
  const own = catalog.relations.filter((one) => isNamed(one.origin.table, dataset) || isNamed(one.destination.table, dataset));
  const unheld = own.filter((one) => !one.isHeld).map((one) => one.name);
  const idField = table.header.fields.find((field) => field.kind === GDB_KIND.objectId)?.name ?? '';
  const isJoinedByRow = own.some((one) => one.isHeld && isNamed(one.origin.table, dataset) && isSame(one.origin.field, idField));
  return {
    name: dataset.name,
    title: dataset.alias,
    reference: referenceOf(dataset, table.fields[shapeAt]),
    columns: kept.map(({ field, type }) => columnOf(dataset, field, type)),
    mayBeTable: shapeAt < 0,
    beside: { hasFiles, isJoinedByRow },
    ...(dataset.subtypes === null ? {} : { subtypes: dataset.subtypes }),
    records: () => records(table, { shapeAt, places: kept.map(({ at }) => at) }, told),
    warnings: () => [
      ...(leftOut > 0 ? [sentence('raw-bytes')] : []),
      ...(dataset.subtypes === null ? [] : [sentence('subtypes-listed', { layers: dataset.alias })]),
      ...(told.curves ? [sentence('curves-drawn')] : []),
      ...(dataset.filesStem !== null && !hasFiles ? [sentence('attachments-left', { layer: dataset.alias })] : []),
      ...(unheld.length > 0 ? [sentence('relationships-left', { names: someOf(unheld) })] : []),
      ...(dataset.longLists.length > 0 ? [sentence('lists-long', { names: someOf(dataset.longLists) })] : []),
      ...(dataset === catalog.datasets[0] ? beyond(catalog.count) : []),
      ...(catalog.bodies.length > 0 ? [sentence('bodies-left', { layers: someOf(catalog.bodies) })] : []),
    ],
  };
}

/** What is told of layers and tables that are too many to be read. */
function beyond(count: number): Sentence[] {
  return count > MAX_DATASETS ? [sentence('layers-beyond', { count, most: MAX_DATASETS, left: count - MAX_DATASETS })] : [];
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const isNamed = (table: string, dataset: GdbDataset): boolean => isSame(table, dataset.name);

/** The relationships between layers and tables that are there, by the names that their fields get. */
async function relationships(source: DatasetSource): Promise<FormatRelationship[]> {
  const { datasets, relations } = await readGdbCatalog(source.companions ?? {}, source.main.name);
  const found: FormatRelationship[] = [];
  const endOf = async ({ table: name, field, label }: GdbRelation['origin']): Promise<FormatRelationshipEnd | null> => {
    const dataset = datasets.find((one) => isNamed(name, one));
    if (dataset === undefined) return null;
    const { table, kept } = await openLayer({ ...source, part: dataset.name });
    if (table.header.fields.some((one) => one.kind === GDB_KIND.objectId && isSame(one.name, field))) {
      return { part: dataset.name, label, field: null };
    }
    const at = kept.findIndex((one) => isSame(one.field.name, field));
    const named = validFieldNames(kept.map((one) => one.field.name))[at];
    return named === undefined ? null : { part: dataset.name, label, field: named };
  };
  for (const { name, isOneToOne, isComposite, isHeld, ...ends } of relations) {
    const [origin, destination] = isHeld ? [await endOf(ends.origin), await endOf(ends.destination)] : [null, null];
    // The other side of a number of a row is a field that holds such numbers.
    if (origin && destination && destination.field !== null) found.push({ name, origin, destination, isOneToOne, isComposite });
  }
  return found;
}

async function* files(source: DatasetSource): AsyncGenerator<AttachedFile[]> {
  const { dataset } = await openLayer(source);
  const { filesStem } = dataset;
  if (filesStem === null) return;
  const opened = (stem: string) => (wantsBytes: boolean) => openGdbTable(source.companions ?? {}, stem, source.main.name, wantsBytes);
  yield* readGdbFiles(opened(filesStem), opened(dataset.stem), source.main.name);
}

function columnOf(dataset: GdbDataset, field: GdbField, type: FieldType) {
  const said = dataset.fields.get(field.name.toLowerCase());
  const domain = said?.domain ?? null;
  return {
    name: field.name,
    alias: said?.alias || field.alias || field.name,
    type,
    ...(domain === null ? {} : { domain }),
    ...(field.kind === GDB_KIND.globalId ? { isGlobalId: true } : {}),
    ...(field.kind === GDB_KIND.text && field.length ? { length: field.length } : {}),
  };
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
    if (grid === undefined || value === null || typeof value !== 'object' || !('shape' in value)) return null;
    const { shape, curved } = readGdbShape(value.shape, grid);
    if (curved) told.curves = true;
    return shape;
  };
  for await (const rows of table.rows(BATCH)) {
    yield rows.map(({ id, values }) => ({ id, shape: shapeOf(values[shapeAt]), values: places.map((at) => plain(values[at]) ?? null) }));
  }
}
