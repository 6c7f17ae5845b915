// The tables of a GeoPackage as its database holds them. What is read here runs in the server, or in a process that can be ended.
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { canonicalWkid, type KnownReference, referenceOfWkt } from '../project/spatial-reference.ts';
import { horizontalPart, isCompound, isHorizontal } from '../project/wkt-parts.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { isNumberType } from './field-text.ts';
import { type FieldType, FormatError } from './format-reader.ts';
import type { FeatureGeometryType } from './geometry-family.ts';
import { toldColumns } from './geopackage-columns.ts';
import { readableColumns } from './geopackage-reckoned.ts';
import type { RecordColumn } from './record-reader.ts';
import { weightOfRow } from './row-weight.ts';
import { someOf } from './some-of.ts';

const BATCH = 500;
/** Texts and geometries of a batch, beside those of its last row. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** What columns have by default stands in every row and once in the file. */
const LONGEST_ROW = 64 * 1024 * 1024;
const MAX_RATIO = 200;
const RATIO_FROM = 1024 ** 3;

/** Where a GeoPackage lies. */
export interface GeoPackageFile {
  name: string;
  path: string;
  size: number;
}

/** A column of a table, which has a name always. */
export interface GeoPackageColumn extends RecordColumn {
  name: string;
}

/** What is known of a table before its rows are read. */
export interface GeoPackageTable {
  name: string;
  /** What concerns the whole file is told with its first table alone. */
  isFirst: boolean;
  geometry: GeometryColumn | null;
  columns: GeoPackageColumn[];
  /** How many columns hold raw bytes. */
  leftOut: number;
  /** The names of columns that are worked out in ways that are not read. */
  left: string[];
  /** The names of columns whose lists of values are too long. */
  longLists: string[];
  /** What is in the file beside its tables; only with the first of them. */
  others: Sentence[];
}

/** The values of a row, in the order in which its columns were asked for. */
export type GeoPackageRow = unknown[];

/** An open GeoPackage. */
export class GeoPackageTables {
  private readonly db: DatabaseSync;
  private readonly file: GeoPackageFile;
  private bytes = 0;

  /** @throws FormatError */
  constructor(file: GeoPackageFile) {
    this.file = file;
    this.db = told(file.name, () => {
      // Nothing beside the file is looked at or written, and the file cannot bring code of its own.
      const url = pathToFileURL(file.path);
      url.search = '?mode=ro&immutable=1';
      const db = new DatabaseSync(url, { readOnly: true, allowExtension: false });
      db.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0; pragma query_only = on');
      requirePlainContents(db, file.name);
      return db;
    });
  }

  /** Whether the database would have to work out values when they are read, with formulas of the file. */
  get isReckoned(): boolean {
    return told(
      this.file.name,
      () =>
        this.db
          .prepare("select 1 from sqlite_master m join pragma_table_xinfo(m.name) x on x.hidden = 2 where m.type = 'table' limit 1")
          .get() !== undefined,
    );
  }

  names(): string[] {
    return tableNames(this.db, this.file.name);
  }

  /** @throws FormatError when there is none of the name */
  table(wanted: string | undefined): GeoPackageTable {
    const { db, file } = this;
    const names = this.names();
    const name = wanted ?? names[0] ?? '';
    if (!names.includes(name)) throw new FormatError('part-missing', { file: file.name, wanted: name, names: names.join(', ') });
    return told(file.name, () => {
      const geometry = geometryColumn(db, name);
      const found = columnsOf(db, { table: name, geometry: geometry?.column, file: file.name });
      const isFirst = name === names[0];
      return { name, isFirst, geometry, ...found, others: isFirst ? otherContents(db, names) : [] };
    });
  }

  /** The rows of a table, some at a time; `list` may be empty: then they are only counted. */
  *rows(table: string, list: readonly string[]): Generator<GeoPackageRow[]> {
    const iterator = told(this.file.name, () => {
      const columns = list.map((name, i) => `${quoted(name)} as c${i}`).join(', ') || '1';
      const statement = this.db.prepare(`select ${columns} from ${quoted(table)}`);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      return statement.iterate() as unknown as Iterator<GeoPackageRow>;
    });
    this.bytes = 0;
    for (;;) {
      const batch = told(this.file.name, () => this.batch(iterator));
      if (batch.length === 0) return;
      yield batch;
    }
  }

  private batch(iterator: Iterator<GeoPackageRow>): GeoPackageRow[] {
    const batch: GeoPackageRow[] = [];
    const before = this.bytes;
    while (batch.length < BATCH && this.bytes - before < BATCH_BYTES) {
      const next = iterator.next();
      if (next.done) break;
      const length = weightOfRow(null, next.value);
      this.bytes += length;
      const isMuch = this.bytes > RATIO_FROM && this.bytes > this.file.size * MAX_RATIO;
      if (length > LONGEST_ROW || isMuch) throw new FormatError('gpkg-large', { file: this.file.name });
      batch.push(next.value);
    }
    return batch;
  }

  close(): void {
    this.db.close();
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Real tables. Virtual ones (`fts5` and the like) can stand for a view, and a view for a query that never ends. */
const REAL = "select name from pragma_table_list where schema = 'main' and type = 'table'";
const OWN = "('gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys')";

/** What the tables of the format itself say is not worked out: that could take for ever, and no program writes it so. @throws FormatError */
function requirePlainContents(db: DatabaseSync, file: string): void {
  const odd = db
    .prepare(
      `select 1 from sqlite_master m left join pragma_table_xinfo(m.name) x on m.type = 'table' and x.hidden = 2
       where (m.type = 'view' and lower(m.name) in ('gpkg_geometry_columns', 'gpkg_spatial_ref_sys'))
         or (m.type = 'table' and lower(m.name) in ${OWN} and (x.hidden = 2 or m.name not in (${REAL}))) limit 1`,
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

function tableNames(db: DatabaseSync, name: string): string[] {
  return told(name, () => {
    const isPackage = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'gpkg_contents'").get();
    if (!isPackage) throw new FormatError('gpkg-other-database', { file: name });
    const rows = db
      .prepare(
        `select c.table_name as name from gpkg_contents c where c.data_type in ('features', 'attributes') and c.table_name in (${REAL})
         order by c.data_type desc, c.rowid limit 200`,
      )
      .all();
    if (rows.length === 0) throw new FormatError('gpkg-no-tables', { file: name });
    return rows.map((row) => String(row.name));
  });
}

/** What is in the file beside those tables: views, tiles, tables that it does not list, and how its tables belong together. */
function otherContents(db: DatabaseSync, names: readonly string[]): Sentence[] {
  const others = db
    .prepare(
      `select name from (select c.table_name as name, c.rowid as place from gpkg_contents c join sqlite_master m on m.name = c.table_name
         union all select name, null from pragma_table_list where schema = 'main' and type in ('table', 'view', 'virtual')
           and not (name glob 'gpkg*' or name glob 'rtree_*' or name glob 'sqlite_*' or name = 'ogr_empty_table'))
       order by place is null, place limit 2000`,
    )
    .all()
    .map((row) => String(row.name));
  const left = [...new Set(others)].filter((name) => !names.includes(name));
  const related = relations(db);
  return [
    ...(left.length > 0 ? [sentence('contents-left', { names: someOf(left) })] : []),
    ...(related.length > 0 ? [sentence('relations-left', { names: someOf(related) })] : []),
  ];
}

/** The pairs of tables that the extension for related tables speaks of. */
function relations(db: DatabaseSync): string[] {
  const table = 'gpkgext_relations';
  const isThere = db.prepare(`select 1 from (${REAL}) where name = ?`).get(table) !== undefined;
  if (!isThere || db.prepare('select 1 from pragma_table_xinfo(?) where hidden <> 0').get(table) !== undefined) return [];
  const columns = ['base_table_name', 'related_table_name'].map((name) => `substr(${name}, 1, 200) as ${name}`).join(', ');
  const found = db.prepare(`select ${columns} from ${table} order by rowid limit 1000`).all();
  return found.map((row) => `${row.base_table_name} → ${row.related_table_name}`);
}

/** The kind of layer by the name of a geometry type; the general ones leave it to the rows. */
function layerTypeOf(name: string): FeatureGeometryType | undefined {
  if (/^point$/i.test(name)) return 'esriGeometryPoint';
  if (/^multipoint$/i.test(name)) return 'esriGeometryMultipoint';
  if (/^(multi)?(linestring|curve)$|^(circularstring|compoundcurve)$/i.test(name)) return 'esriGeometryPolyline';
  return /^(multi)?(polygon|surface)$|^curvepolygon$/i.test(name) ? 'esriGeometryPolygon' : undefined;
}

/** The column of the geometries, and what the file says of them. */
export interface GeometryColumn {
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
): Pick<GeoPackageTable, 'columns' | 'leftOut' | 'left' | 'longLists'> {
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
  const columns = declared.map(({ name, type, ...rest }): GeoPackageColumn => {
    const { title, type: form, isGlobalId, domain } = told.get(name.toLowerCase()) ?? {};
    const alias = title ?? name;
    // A form of texts is no type of numbers, whatever the file says.
    if (form !== undefined && type === 'esriFieldTypeString') return { name, alias, type: form };
    if (isGlobalId && type === 'esriFieldTypeString') return { name, alias, type, isGlobalId };
    return { name, alias, type, ...rest, ...(domain === undefined ? {} : { domain }) };
  });
  const longLists = declared.flatMap(({ name }) => (told.get(name.toLowerCase())?.isListLong === true ? [name] : []));
  return { columns, leftOut: all.length - columns.length, left: found.left, longLists };
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

/** The length that the file says, for texts. */
function lengthOf(declared: string, type: FieldType): { length?: number } {
  const length = Number(/^\s*TEXT\s*\((\d{1,9})\)\s*$/i.exec(declared)?.[1]);
  return type === 'esriFieldTypeString' && length > 0 ? { length } : {};
}
