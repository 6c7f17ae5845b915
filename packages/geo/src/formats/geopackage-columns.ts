// What a GeoPackage says about its columns beyond their types, with the schema extension: names for people and allowed values.
import type { DatabaseSync } from 'node:sqlite';
import type { FormatDomain } from './format-reader.ts';
import type { WrittenField } from './format-writer.ts';

const TABLES = `
  create table if not exists gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
    scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
  create table if not exists gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT, description TEXT,
    mime_type TEXT, constraint_name TEXT, CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
    CONSTRAINT gdc_tn UNIQUE (table_name, name));
  create table if not exists gpkg_data_column_constraints (constraint_name TEXT NOT NULL, constraint_type TEXT NOT NULL, value TEXT, min NUMERIC,
    min_is_inclusive BOOLEAN, max NUMERIC, max_is_inclusive BOOLEAN, description TEXT,
    CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));`;

/** Types that the format has not: the form of their texts is said, under a name that tells the type. */
const FORMS = {
  esriFieldTypeTimeOnly: { name: 'esri_time_only', glob: '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*' },
  esriFieldTypeTimestampOffset: { name: 'esri_timestamp_offset', glob: '????-??-??T??:??:??*[+-]??:??' },
  esriFieldTypeGUID: { name: 'esri_guid', glob: '*????????-????-????-????-????????????*' },
  esriFieldTypeGlobalID: { name: 'esri_global_id', glob: '{????????-????-????-????-????????????}' },
} as const satisfies Partial<Record<WrittenField['type'], { name: string; glob: string }>>;

const FORM_TYPES: ReadonlyMap<string, keyof typeof FORMS> = new Map(
  Object.entries(FORMS).map(([type, { name }]) => [name, type as keyof typeof FORMS]),
);

/** Of all columns of a table: many may name one long list. */
const MAX_CODES = 10_000;
const MAX_WORD = 250;
/** The value of a column without bytes, and without the rest of a text that is longer than any word or name. */
const word = (column: string): string =>
  `case typeof(${column}) when 'text' then substr(${column}, 1, 1000) when 'blob' then null else ${column} end as ${column}`;

/** Writes what is known of the columns of a table. Domains of one name share their values if they are the same. */
export function describeColumns(db: DatabaseSync, table: string, fields: readonly WrittenField[]): void {
  const told = fields.filter((field) => field.domain !== undefined || (field.alias ?? field.name) !== field.name || field.type in FORMS);
  if (told.length === 0) return;
  db.exec(TABLES);
  const extension = db.prepare(
    "insert or ignore into gpkg_extensions values (?, null, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write')",
  );
  for (const name of ['gpkg_data_columns', 'gpkg_data_column_constraints']) {
    // Nulls are never the same, so the constraint does not keep a second row out.
    if (db.prepare('select 1 from gpkg_extensions where table_name = ?').get(name) === undefined) extension.run(name);
  }
  const column = db.prepare('insert into gpkg_data_columns (table_name, column_name, title, constraint_name) values (?, ?, ?, ?)');
  for (const field of told) {
    const title = field.alias === undefined || field.alias === field.name ? null : field.alias;
    column.run(table, field.name, title, constraintOf(db, table, field));
  }
}

function constraintOf(db: DatabaseSync, table: string, { name, type, domain }: WrittenField): string | null {
  const form = (FORMS as Partial<Record<string, { name: string; glob: string }>>)[type];
  if (form !== undefined) {
    db.prepare("insert or ignore into gpkg_data_column_constraints (constraint_name, constraint_type, value) values (?, 'glob', ?)").run(
      form.name,
      form.glob,
    );
    return form.name;
  }
  if (domain === undefined) return null;
  const free = freeName(db, domain.name || `${table}_${name}`);
  if (domain.type === 'range') {
    db.prepare("insert into gpkg_data_column_constraints values (?, 'range', null, ?, 1, ?, 1, null)").run(free, ...domain.range);
    return free;
  }
  const code = db.prepare(
    "insert or ignore into gpkg_data_column_constraints (constraint_name, constraint_type, value, description) values (?, 'enum', ?, ?)",
  );
  for (const one of domain.codedValues) code.run(free, String(one.code), one.name);
  return domain.codedValues.length > 0 ? free : null;
}

function freeName(db: DatabaseSync, wanted: string): string {
  const taken = db.prepare('select 1 from gpkg_data_column_constraints where constraint_name = ? limit 1');
  const stem = wanted.replaceAll('\0', '').slice(0, MAX_WORD);
  let name = stem;
  for (let n = 1; name.startsWith('esri_') || taken.get(name) !== undefined; n++) name = `${stem.replace(/^esri_/, '')}_${n}`;
  return name;
}

/** What the file says about a column. */
export interface ToldColumn {
  title?: string;
  type?: Exclude<keyof typeof FORMS, 'esriFieldTypeGlobalID'>;
  isGlobalId?: boolean;
  domain?: FormatDomain;
  /** It has a list of values that is too long. */
  isListLong?: boolean;
}

/** What the file says about the columns of a table, by their names in lower case. `numbers` are those that hold numbers. */
export function toldColumns(db: DatabaseSync, table: string, numbers: ReadonlySet<string>): ReadonlyMap<string, ToldColumn> {
  // Columns that are reckoned would make much of a small file, and virtual tables may take for ever.
  const has = (name: string): boolean =>
    db.prepare("select 1 from pragma_table_list where schema = 'main' and type = 'table' and name = ?").get(name) !== undefined &&
    db.prepare('select 1 from pragma_table_xinfo(?) where hidden <> 0').get(name) === undefined;
  const found = new Map<string, ToldColumn>();
  if (!has('gpkg_data_columns')) return found;
  const hasConstraints = has('gpkg_data_column_constraints');
  const rows = db
    .prepare(
      `select ${word('column_name')}, ${word('title')}, ${word('constraint_name')} from gpkg_data_columns where lower(table_name) = lower(?) limit 2000`,
    )
    .all(table)
    .map(({ column_name, title, constraint_name }) => ({
      key: String(column_name).toLowerCase(),
      title: typeof title === 'string' ? title.trim().slice(0, MAX_WORD) : '',
      name: typeof constraint_name === 'string' && hasConstraints ? constraint_name : undefined,
    }));
  const wanted = rows.flatMap(({ name }) => (name === undefined || FORM_TYPES.has(name) ? [] : [name]));
  const { found: constraints, long } = constraintsOf(db, wanted);
  let codes = 0;
  for (const { key, title, name } of rows) {
    const form = FORM_TYPES.get(name ?? '');
    const type = form === 'esriFieldTypeGlobalID' ? { isGlobalId: true } : form === undefined ? {} : { type: form };
    const of = name === undefined ? undefined : constraints.get(name);
    const domain =
      name === undefined || of === undefined ? undefined : domainOf(name, of, { isNumber: numbers.has(key), most: MAX_CODES - codes });
    if (domain?.type === 'codedValue') codes += domain.codedValues.length;
    const isListLong = long.has(name ?? '') || (domain === undefined && isList(of) && of.length > MAX_CODES - codes);
    found.set(key, { ...(title === '' ? {} : { title }), ...type, ...(domain ? { domain } : {}), ...(isListLong ? { isListLong } : {}) });
  }
  return found;
}

type Constraint = Record<string, unknown>;

const isList = (of: readonly Constraint[] | undefined): of is readonly Constraint[] =>
  String(of?.[0]?.constraint_type).toLowerCase() === 'enum';

/** The constraints by their names, and the names of those with too many values. Each of both statements looks at the table once: it may be long, and without an index. */
function constraintsOf(db: DatabaseSync, names: readonly string[]): { found: Map<string, Constraint[]>; long: Set<string> } {
  const found = new Map<string, Constraint[]>();
  const long = new Set<string>();
  if (names.length === 0) return { found, long };
  const list = JSON.stringify(names);
  const counted = db
    .prepare(
      `select constraint_name as name, count(*) as count from gpkg_data_column_constraints
       where constraint_name in (select value from json_each(?)) group by constraint_name order by min(rowid)`,
    )
    .all(list);
  let most = MAX_CODES + names.length;
  const few = counted.flatMap(({ name, count }) => {
    const isShort = Number(count) <= Math.min(MAX_CODES, most);
    if (isShort) most -= Number(count);
    else long.add(String(name));
    return isShort ? [String(name)] : [];
  });
  const columns = ['constraint_name', 'constraint_type', 'value', 'min', 'max', 'description'].map(word).join(', ');
  const statement = db.prepare(
    `select ${columns} from gpkg_data_column_constraints where constraint_name in (select value from json_each(?)) order by rowid`,
  );
  // Limits may have more digits than a number holds.
  statement.setReadBigInts(true);
  for (const row of statement.all(JSON.stringify(few))) {
    const name = String(row.constraint_name);
    const rows = found.get(name);
    if (rows === undefined) found.set(name, [row]);
    else rows.push(row);
  }
  return { found, long };
}

function domainOf(
  name: string,
  rows: readonly Constraint[],
  { isNumber, most }: { isNumber: boolean; most: number },
): FormatDomain | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  if (String(first.constraint_type).toLowerCase() === 'range') {
    const [min, max] = [Number(first.min), Number(first.max)];
    const isRange = first.min !== null && first.max !== null && Number.isFinite(min) && Number.isFinite(max);
    return isRange && isNumber ? { type: 'range', name: name.slice(0, MAX_WORD), range: [min, max] } : undefined;
  }
  if (String(first.constraint_type).toLowerCase() !== 'enum' || rows.length > most) return undefined;
  const codedValues = rows.flatMap(({ value, description }) => {
    const code = isNumber ? Number(value) : String(value).slice(0, MAX_WORD);
    if (value === null || (typeof code === 'number' && !Number.isFinite(code))) return [];
    return [{ name: String(description ?? value).slice(0, MAX_WORD), code }];
  });
  return codedValues.length > 0 ? { type: 'codedValue', name: name.slice(0, MAX_WORD), codedValues } : undefined;
}
