// Writes layers as the tables of a GeoPackage. Needs Node and a place on a disk.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { readWkb, writeWkb } from '../convert/wkb.ts';
import { organisationOf } from '../project/spatial-reference.ts';
import { isNumeric, textOf, type WrittenField, type WrittenLayer } from './format-writer.ts';
import { describeColumns } from './geopackage-columns.ts';

/** Coordinates of the file: number, and well-known text where it is known. */
export interface PackageReference {
  srid: number;
  wkt: string | null;
  /** Moments without parts of seconds. */
  wholeSeconds?: boolean;
}

const TYPES: Readonly<Record<WrittenField['type'], string>> = {
  esriFieldTypeSmallInteger: 'SMALLINT',
  esriFieldTypeInteger: 'MEDIUMINT',
  esriFieldTypeBigInteger: 'INTEGER',
  esriFieldTypeSingle: 'FLOAT',
  esriFieldTypeDouble: 'DOUBLE',
  esriFieldTypeDate: 'DATETIME',
  esriFieldTypeDateOnly: 'DATE',
  esriFieldTypeTimeOnly: 'TEXT',
  esriFieldTypeTimestampOffset: 'TEXT',
  esriFieldTypeGUID: 'TEXT',
  esriFieldTypeGlobalID: 'TEXT',
  esriFieldTypeString: 'TEXT',
  text: 'TEXT',
};
const GEOMETRIES = {
  esriGeometryPoint: 'POINT',
  esriGeometryMultipoint: 'MULTIPOINT',
  esriGeometryPolyline: 'MULTILINESTRING',
  esriGeometryPolygon: 'MULTIPOLYGON',
} as const;

const WGS84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],' +
  'PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

const SYSTEM_TABLES = `
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma application_id = 1196444487;
  pragma user_version = 10300;
  create table gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
  create table gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
    srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
  create table gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
    CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));`;

/** Writes all layers into a new file; the file must not exist. */
export async function writeGeoPackage(path: string, layers: readonly WrittenLayer[], reference: PackageReference): Promise<void> {
  const { srid, wkt } = reference;
  const db = new DatabaseSync(path);
  try {
    db.exec(SYSTEM_TABLES);
    const system = db.prepare('insert or ignore into gpkg_spatial_ref_sys values (?, ?, ?, ?, ?, null)');
    system.run('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined');
    system.run('Undefined geographic SRS', 0, 'NONE', 0, 'undefined');
    system.run('WGS 84 geodetic', 4326, 'EPSG', 4326, WGS84_WKT);
    const organisation = organisationOf(srid);
    if (layers.some((layer) => layer.geometryType !== null))
      system.run(`${organisation}:${srid}`, srid, organisation, srid, wkt ?? 'undefined');
    const names = new Set<string>();
    for (const layer of layers) await writeTable(db, layer, freeName(layer.name, names), reference);
  } finally {
    db.close();
  }
}

/** Names of the format's own tables and of SQLite's are not free. */
function freeName(wanted: string, taken: Set<string>): string {
  const stem = wanted.replaceAll('\0', '').slice(0, 120) || 'layer';
  const free = /^(gpkg|sqlite|rtree)_/i.test(stem) ? `layer_${stem}` : stem;
  let name = free;
  for (let n = 1; taken.has(name.toLowerCase()); n++) name = `${free}_${n}`;
  taken.add(name.toLowerCase());
  return name;
}

function columnType({ type, length }: WrittenField): string {
  return type === 'esriFieldTypeString' && length !== undefined ? `TEXT(${length})` : TYPES[type];
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function writeTable(db: DatabaseSync, layer: WrittenLayer, table: string, reference: PackageReference): Promise<void> {
  const { srid } = reference;
  const taken = new Set(layer.fields.map((field) => field.name.toLowerCase()));
  const own = (name: string): string => (taken.has(name) ? own(`${name}_`) : name);
  const [key, shape] = [own('fid'), own('geom')];
  const type = layer.geometryType;
  const columns = [
    `${quoted(key)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`,
    ...(type === null ? [] : [`${quoted(shape)} ${GEOMETRIES[type]}`]),
    ...layer.fields.map((field) => `${quoted(field.name)} ${columnType(field)}`),
  ];
  db.exec(`create table ${quoted(table)} (${columns.join(', ')})`);
  const system = type === null ? null : srid;
  db.prepare('insert into gpkg_contents (table_name, data_type, identifier, srs_id) values (?, ?, ?, ?)').run(
    table,
    type === null ? 'attributes' : 'features',
    table,
    system,
  );
  if (type !== null) {
    const column = db.prepare('insert into gpkg_geometry_columns values (?, ?, ?, ?, ?, ?)');
    column.run(table, shape, GEOMETRIES[type], srid, layer.hasZ ? 1 : 0, layer.hasM ? 1 : 0);
  }
  describeColumns(db, table, layer.fields);
  const names = [...(type === null ? [] : [shape]), ...layer.fields.map((field) => field.name)];
  const into = names.length === 0 ? 'default values' : `(${names.map(quoted).join(', ')}) values (${names.map(() => '?').join(', ')})`;
  await writeRows(db, layer, db.prepare(`insert into ${quoted(table)} ${into}`), reference);
}

async function writeRows(
  db: DatabaseSync,
  layer: WrittenLayer,
  insert: StatementSync,
  { srid, wholeSeconds = false }: PackageReference,
): Promise<void> {
  for await (const rows of layer.rows()) {
    db.exec('begin');
    for (const { wkb, values } of rows) {
      const cells = layer.fields.map((field, i) => cell(wholeSeconds ? toTheSecond(values[i], field) : values[i], field));
      insert.run(...(layer.geometryType === null ? cells : [wkb === null ? null : geometryBlob(wkb, srid), ...cells]));
    }
    db.exec('commit');
  }
}

/** A moment without its part of a second. */
function toTheSecond(value: unknown, { type }: WrittenField): unknown {
  return type === 'esriFieldTypeDate' && typeof value === 'number' ? Math.floor(value / 1000) * 1000 : value;
}

function cell(value: unknown, field: WrittenField): string | number | bigint | null {
  if (value === null || value === undefined) return null;
  if (field.type === 'esriFieldTypeBigInteger') return BigInt(Math.trunc(Number(value)));
  if (!isNumeric(field)) return textOf(value, field);
  return field.type === 'esriFieldTypeSingle' ? Math.fround(Number(value)) : Number(value);
}

/** WKB behind the header of GeoPackages, in the multiple form of lines and polygons. */
function geometryBlob(wkb: Uint8Array, srid: number): Uint8Array {
  const shape = writeWkb(readWkb(wkb), { srid: null, multi: true, iso: true });
  const blob = new Uint8Array(8 + shape.length);
  // Little-endian, no envelope.
  blob.set([0x47, 0x50, 0, 1]);
  new DataView(blob.buffer).setInt32(4, srid, true);
  blob.set(shape, 8);
  return blob;
}
