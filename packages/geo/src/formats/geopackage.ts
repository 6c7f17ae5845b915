// GeoPackage: an SQLite database with tables of features. Needs Node and a file on a disk.
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { joinedByKind } from '../convert/collections.ts';
import { readWkbParts } from '../convert/wkb.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { canonicalWkid, type KnownReference, referenceOfWkt } from '../project/spatial-reference.ts';
import { horizontalPart, isCompound, isHorizontal } from '../project/wkt-parts.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { formedText, isFormed, isNumberType } from './field-text.ts';
import { type ByteSource, baseName, type DatasetSource, type FieldType, FormatError, type FormatReader } from './format-reader.ts';
import type { FeatureGeometryType } from './geometry-family.ts';
import { toldColumns } from './geopackage-columns.ts';
import { readableColumns } from './geopackage-reckoned.ts';
import { parseDate } from './parse-date.ts';
import { type RecordColumn, type RecordTable, recordReader, type SourceRecord } from './record-reader.ts';
import { weightOfRow } from './row-weight.ts';
import { wholeNumber } from './whole-number.ts';

/** Reads `.gpkg`; `parts` are its tables of features and of attributes. */
export const geoPackageReader: FormatReader = recordReader({ format: 'geopackage', extensions: ['gpkg'], parts, open });

const BATCH = 500;
/** Longest value that is read. */
const MAX_VALUE = 256 * 1024 * 1024;
/** Texts and geometries of a batch, beside those of its last row. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** What columns have by default stands in every row and once in the file. */
const LONGEST_ROW = 64 * 1024 * 1024;
const MAX_RATIO = 200;
const RATIO_FROM = 1024 ** 3;

interface Column extends RecordColumn {
  name: string;
}

async function parts(source: DatasetSource): Promise<string[]> {
  const db = await openDatabase(source.main);
  try {
    return tableNames(db, source.main.name);
  } finally {
    db.close();
  }
}

async function openDatabase(file: ByteSource): Promise<DatabaseSync> {
  const mark = new TextDecoder('latin1').decode(await file.read(0, 16));
  if (mark !== 'SQLite format 3\0') throw new FormatError('gpkg-not', { file: file.name });
  if (file.path === undefined) throw new FormatError('server-only', { file: file.name });
  return told(file.name, () => {
    // Nothing beside the file is looked at or written, and the file cannot bring code of its own.
    const url = pathToFileURL(file.path ?? '');
    url.search = '?mode=ro&immutable=1';
    const db = new DatabaseSync(url, { readOnly: true, allowExtension: false });
    db.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0; pragma query_only = on');
    requirePlainContents(db, file.name);
    return db;
  });
}

/** What the tables of the format itself say is not worked out: that could take for ever, and no program writes it so. @throws FormatError */
function requirePlainContents(db: DatabaseSync, file: string): void {
  const odd = db
    .prepare(
      `select 1 from sqlite_master m left join pragma_table_xinfo(m.name) x on m.type = 'table' and x.hidden = 2
       where (m.type = 'view' and lower(m.name) in ('gpkg_geometry_columns', 'gpkg_spatial_ref_sys'))
         or (x.hidden = 2 and lower(m.name) in ('gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'))`,
    )
    .get();
  if (odd !== undefined) throw new FormatError('gpkg-damaged', { file });
}

/** Errors of the database in words for the person who gave the file. */
function told<T>(name: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof FormatError) throw cause;
    throw new FormatError('gpkg-damaged', { file: name }, { cause });
  }
}

/** Only real tables: a view could hold a query that never ends. */
function tableNames(db: DatabaseSync, name: string): string[] {
  return told(name, () => {
    const isPackage = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'gpkg_contents'").get();
    if (!isPackage) throw new FormatError('gpkg-other-database', { file: name });
    const rows = db
      .prepare(
        `select c.table_name as name from gpkg_contents c join sqlite_master m on m.name = c.table_name and m.type = 'table'
         where c.data_type in ('features', 'attributes') order by c.data_type desc, c.rowid limit 200`,
      )
      .all();
    if (rows.length === 0) throw new FormatError('gpkg-no-tables', { file: name });
    return rows.map((row) => String(row.name));
  });
}

/** What the file says it contains beside those tables: views, tiles and the like. */
function otherContents(db: DatabaseSync, names: readonly string[]): Sentence[] {
  const others = db
    .prepare('select c.table_name as name from gpkg_contents c join sqlite_master m on m.name = c.table_name order by c.rowid limit 1000')
    .all()
    .map((row) => String(row.name))
    .filter((name) => !names.includes(name));
  return others.length > 0 ? [sentence('contents-left', { names: others.slice(0, 20).join(', ').slice(0, 200) })] : [];
}

async function open(source: DatasetSource): Promise<RecordTable> {
  const file = source.main;
  const db = await openDatabase(file);
  try {
    const names = tableNames(db, file.name);
    const table = source.part ?? names[0] ?? '';
    if (!names.includes(table)) throw new FormatError('part-missing', { file: file.name, wanted: table, names: names.join(', ') });
    return told(file.name, () => {
      const geometry = geometryColumn(db, table);
      const { columns, leftOut, left } = columnsOf(db, { table, geometry: geometry?.column, file: file.name });
      const unfit = new Map<string, number>();
      // It concerns the whole file, so it is said once.
      const others = table === names[0] ? otherContents(db, names) : [];
      return {
        name: source.part ?? baseName(file.name),
        reference: geometry?.reference ?? null,
        columns,
        mayBeTable: geometry === null,
        geometryType: geometry?.type,
        records: () => records(db, file, { table, columns, geometry: geometry?.column, unfit }),
        warnings: () => [...others, ...(leftOut > 0 ? [sentence('raw-bytes')] : []), ...reckonedWarning(left), ...unfitWarning(unfit)],
        close: () => db.close(),
      };
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The kind of layer by the name of a geometry type; the general ones leave it to the rows. */
function layerTypeOf(name: string): FeatureGeometryType | undefined {
  if (/^point$/i.test(name)) return 'esriGeometryPoint';
  if (/^multipoint$/i.test(name)) return 'esriGeometryMultipoint';
  if (/^(multi)?(linestring|curve)$|^(circularstring|compoundcurve)$/i.test(name)) return 'esriGeometryPolyline';
  return /^(multi)?(polygon|surface)$|^curvepolygon$/i.test(name) ? 'esriGeometryPolygon' : undefined;
}

interface GeometryColumn {
  column: string;
  type: FeatureGeometryType | undefined;
  reference: KnownReference | null;
}

function geometryColumn(db: DatabaseSync, table: string): GeometryColumn | null {
  if (!db.prepare("select 1 from sqlite_master where name = 'gpkg_geometry_columns'").get()) return null;
  const row = db
    .prepare(
      `select g.*, s.organization as organization, s.organization_coordsys_id as code, s.definition as wkt
       from gpkg_geometry_columns g left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id where lower(g.table_name) = lower(?)`,
    )
    .get(table);
  if (!row) return null;
  const wkt = String(row.wkt ?? '');
  const code = Number(row.code);
  // Numbers of systems with heights are often younger than the table of the database; the text says which places are meant.
  const isCode = !isCompound(wkt) && /^(epsg|esri)$/i.test(String(row.organization)) && Number.isInteger(code) && code > 0;
  const type = layerTypeOf(String(row.geometry_type_name));
  return {
    column: String(row.column_name),
    type,
    reference: isCode ? { wkid: canonicalWkid(code) } : namedReference(wkt),
  };
}

/** Null for `undefined`, as the format says it, and for plans without a place on earth. */
function namedReference(wkt: string): KnownReference | null {
  return isHorizontal(horizontalPart(wkt)) ? referenceOfWkt(wkt) : null;
}

/** The columns but that of the geometry; how many hold raw bytes, and the names of those that are worked out in ways that are not read. */
function columnsOf(
  db: DatabaseSync,
  { table, geometry, file }: { table: string; geometry: string | undefined; file: string },
): { columns: Column[]; leftOut: number; left: string[] } {
  const isGeometry = (name: string): boolean => name.toLowerCase() === geometry?.toLowerCase();
  const found = readableColumns(db, table);
  if (found.left.some(isGeometry)) throw new FormatError('gpkg-places-reckoned', { file, column: geometry ?? '' });
  const all = found.columns.filter(({ name, isRowNumber }) => !isRowNumber && !isGeometry(name));
  const declared = all.flatMap(({ name, type: text }) => {
    const type = typeOf(text);
    return type === null ? [] : [{ name, type, ...lengthOf(text, type) }];
  });
  const numbers = new Set(declared.filter(({ type }) => isNumberType(type)).map(({ name }) => name.toLowerCase()));
  const told = toldColumns(db, table, numbers);
  const columns = declared.map(({ name, type, ...rest }): Column => {
    const { title, type: form, isGlobalId, domain } = told.get(name.toLowerCase()) ?? {};
    const alias = title ?? name;
    // A form of texts is no type of numbers, whatever the file says.
    if (form !== undefined && type === 'esriFieldTypeString') return { name, alias, type: form };
    if (isGlobalId && type === 'esriFieldTypeString') return { name, alias, type, isGlobalId };
    return { name, alias, type, ...rest, ...(domain === undefined ? {} : { domain }) };
  });
  return { columns, leftOut: all.length - columns.length, left: found.left };
}

function typeOf(declared: string): FieldType | null {
  const type = declared.toUpperCase().replace(/\(.*$/, '').trim();
  if (/^(BOOLEAN|TINYINT|SMALLINT)$/.test(type)) return 'esriFieldTypeSmallInteger';
  if (type === 'MEDIUMINT') return 'esriFieldTypeInteger';
  if (/^(INT|INTEGER|BIGINT)$/.test(type)) return 'esriFieldTypeBigInteger';
  if (type === 'FLOAT') return 'esriFieldTypeSingle';
  if (/^(DOUBLE|REAL|NUMERIC|DECIMAL)/.test(type)) return 'esriFieldTypeDouble';
  if (type === 'DATE') return 'esriFieldTypeDateOnly';
  if (/^(DATETIME|TIMESTAMP)$/.test(type)) return 'esriFieldTypeDate';
  return type === 'BLOB' ? null : 'esriFieldTypeString';
}

function reckonedWarning(left: readonly string[]): Sentence[] {
  return left.length > 0 ? [sentence('columns-reckoned', { columns: left.join(', ').slice(0, 200) })] : [];
}

/** Columns of SQLite take any value: what their type does not hold is told of. */
function unfitWarning(unfit: ReadonlyMap<string, number>): Sentence[] {
  if (unfit.size === 0) return [];
  const count = [...unfit.values()].reduce((sum, one) => sum + one, 0);
  return [sentence('values-unfit', { count, columns: [...unfit.keys()].join(', ').slice(0, 200) })];
}

/** The length that the file says, for texts. */
function lengthOf(declared: string, type: FieldType): { length?: number } {
  const length = Number(/^\s*TEXT\s*\((\d{1,9})\)\s*$/i.exec(declared)?.[1]);
  return type === 'esriFieldTypeString' && length > 0 ? { length } : {};
}

async function* records(
  db: DatabaseSync,
  { name: file, size }: ByteSource,
  {
    table,
    columns,
    geometry,
    unfit,
  }: { table: string; columns: readonly Column[]; geometry: string | undefined; unfit: Map<string, number> },
): AsyncGenerator<SourceRecord[]> {
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  const list = [...(geometry === undefined ? [] : [geometry]), ...columns.map((column) => column.name)];
  const iterator = told(file, () => {
    // `list` may be empty: then a row is only counted.
    const statement = db.prepare(`select ${list.map((name, i) => `${quoted(name)} as c${i}`).join(', ') || '1'} from ${quoted(table)}`);
    statement.setReadBigInts(true);
    return statement.iterate();
  });
  const first = geometry === undefined ? 0 : 1;
  let bytes = 0;
  for (let ended = false; !ended; ) {
    const batch: SourceRecord[] = [];
    const before = bytes;
    told(file, () => {
      while (batch.length < BATCH && bytes - before < BATCH_BYTES) {
        const next = iterator.next();
        if (next.done) {
          ended = true;
          break;
        }
        const row = next.value;
        const length = weightOfRow(null, Object.values(row));
        bytes += length;
        if (length > LONGEST_ROW || (bytes > RATIO_FROM && bytes > size * MAX_RATIO)) throw new FormatError('gpkg-large', { file });
        const shape = geometry === undefined ? null : readGeometry(row.c0);
        const values = columns.map(({ name, type }, i) => {
          const given = row[`c${i + first}`];
          const value = fieldValue(given, type);
          if (value === null && given !== null && given !== '') unfit.set(name, (unfit.get(name) ?? 0) + 1);
          return value;
        });
        batch.push({ shape, values });
      }
    });
    if (batch.length > 0) yield batch;
    // The database is read without a pause otherwise: others have their turn in between.
    await setImmediate();
  }
}

/** Columns of SQLite may hold values of any type, whatever they declare. */
function fieldValue(value: unknown, type: FieldType): unknown {
  if (value === null || value === undefined || value instanceof Uint8Array) return null;
  if (type === 'esriFieldTypeString') return String(value).replaceAll('\0', '');
  if (isFormed(type)) return typeof value === 'string' ? formedText(value, type) : null;
  if (type === 'esriFieldTypeDate') return typeof value === 'string' ? parseDate(value, 'iso') : null;
  if (typeof value === 'bigint' && /Integer$/.test(type)) return wholeNumber(value);
  const number = typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : Number(String(value).trim() || Number.NaN);
  return Number.isFinite(number) ? number : null;
}

const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

/** The shape behind the header that GeoPackages put before WKB. */
function readGeometry(blob: unknown): SourceRecord['shape'] {
  if (blob === null) return null;
  if (!(blob instanceof Uint8Array) || blob.length < 8 || blob[0] !== 0x47 || blob[1] !== 0x50) return sentence('geometry-damaged');
  const flags = blob[3] ?? 0;
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (envelope === undefined || blob.length > MAX_VALUE) return sentence('geometry-damaged');
  if ((flags & 0x10) !== 0) return null;
  try {
    return joinedByKind(readWkbParts(blob.subarray(8 + envelope)));
  } catch (error) {
    if (error instanceof GeometryError) return error.sentence;
    throw error;
  }
}
