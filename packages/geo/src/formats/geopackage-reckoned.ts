// Columns of a GeoPackage that the database works out from others (generated columns): which of them can be read without harm.
import type { DatabaseSync } from 'node:sqlite';

/** One column of a table, as the database tells of it. */
export interface TableColumn {
  name: string;
  /** Empty where the file says none. */
  type: string;
  isRowNumber: boolean;
  /** Its values are worked out, when they are written or when they are read. */
  isReckoned: boolean;
}

/** Functions that a column may use: none of them looks beyond the row. What they may make, and how long they may take, is bounded besides. */
const PLAIN_FUNCTIONS: ReadonlySet<string> = new Set(
  `abs acos acosh asin asinh atan atan2 atanh ceil ceiling char coalesce concat concat_ws cos cosh date datetime degrees exp floor format glob hex
   if ifnull iif instr json json_array json_array_length json_extract json_insert json_object json_patch json_quote json_remove json_replace json_set
   json_type json_valid julianday length like likelihood likely ln log log10 log2 lower ltrim max min mod nullif octet_length pi pow power printf
   quote radians replace round rtrim sign sin sinh soundex sqrt strftime substr substring tan tanh time timediff trim trunc typeof unhex unicode
   unixepoch unlikely upper zeroblob -> ->>`.split(/\s+/),
);

/** Steps of the database for the value of one column. A column may name others, which name others: each step may double what it makes. */
const MOST_STEPS = 500;
/** Of all columns of a table. */
const MOST_STEPS_TOGETHER = 10_000;
/** What a value, and whatever it is made of, may be long. */
const MOST_OF_VALUE = 100_000;
const MOST_OF_PATTERN = 200;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The columns of a table that can be read, in its order, and the names of the others: such are worked out in ways that are not read here. */
export function readableColumns(db: DatabaseSync, table: string): { columns: TableColumn[]; left: string[] } {
  const all = db.prepare('select name, type, pk, hidden from pragma_table_xinfo(?) where hidden <> 1 order by cid').all(table);
  const onReading = all.flatMap(({ name, hidden }) => (Number(hidden) === 2 ? [String(name)] : []));
  const left = onReading.length === 0 ? new Set<string>() : unreadable(db, table, onReading);
  const columns = all
    .filter(({ name }) => !left.has(String(name)))
    .map(({ name, type, pk, hidden }): TableColumn => {
      const isReckoned = Number(hidden) > 1;
      const declared = String(type);
      return {
        name: String(name),
        type: isReckoned && declared === '' ? typeFound(db, table, String(name)) : declared,
        // The number of a row is no attribute.
        isRowNumber: Number(pk) === 1 && /^INT/i.test(declared),
        isReckoned,
      };
    });
  return { columns, left: [...left] };
}

/** Those of the columns that are not read: by how they are worked out, and where that fails for a row. */
function unreadable(db: DatabaseSync, table: string, names: readonly string[]): ReadonlySet<string> {
  const limits = { ...db.limits };
  let steps = 0;
  const plain = names.filter((name) => {
    // The plan is bounded too: columns that name others are put into one another.
    db.limits.vdbeOp = MOST_STEPS;
    const taken = stepsOf(db, table, name);
    if (taken === undefined || steps + taken > MOST_STEPS_TOGETHER) return false;
    steps += taken;
    return true;
  });
  db.limits.vdbeOp = limits.vdbeOp;
  db.limits.length = MOST_OF_VALUE;
  db.limits.likePatternLength = MOST_OF_PATTERN;
  const good = plain.length === 0 || isWorkedOut(db, table, plain) ? plain : plain.filter((name) => isWorkedOut(db, table, [name]));
  db.limits.length = limits.length;
  db.limits.likePatternLength = limits.likePatternLength;
  return new Set(names.filter((name) => !good.includes(name)));
}

/** How many steps a value takes; undefined where they are too many, or others than plain ones. */
function stepsOf(db: DatabaseSync, table: string, name: string): number | undefined {
  try {
    const steps = db.prepare(`explain select ${quoted(name)} from ${quoted(table)}`).all();
    const functions = steps.flatMap(({ opcode, p4 }) => (/Func/.test(String(opcode)) ? [String(p4)] : []));
    const isPlain = functions.every((text) => PLAIN_FUNCTIONS.has(text.replace(/\([^()]*\)$/, '')));
    return isPlain ? steps.length : undefined;
  } catch (error) {
    // A function that is not here, or a plan beyond its bounds.
    if (isDamage(error)) throw error;
    return undefined;
  }
}

/** Whether the columns have a value in every row: one that is no JSON, or too long, is only found on reading. */
function isWorkedOut(db: DatabaseSync, table: string, names: readonly string[]): boolean {
  try {
    db.prepare(`select ${names.map((name) => `count(${quoted(name)})`).join(', ')} from ${quoted(table)}`).get();
    return true;
  } catch (error) {
    if (isDamage(error)) throw error;
    return false;
  }
}

/** Whether the file is at fault, rather than what it asks for (SQLITE_ERROR, SQLITE_NOMEM, SQLITE_TOOBIG). */
function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined || ![1, 7, 18].includes(errcode & 0xff);
}

/** The type of a column that has none: what its values have in common. */
function typeFound(db: DatabaseSync, table: string, name: string): string {
  const column = quoted(name);
  const rows = db.prepare(`select distinct typeof(${column}) as found from ${quoted(table)} where ${column} is not null`).all();
  const found = new Set(rows.map((row) => String(row.found)));
  if (found.size === 0 || found.has('text')) return 'TEXT';
  if (found.has('blob')) return found.size === 1 ? 'BLOB' : 'TEXT';
  return found.has('real') ? 'REAL' : 'INTEGER';
}
