// What a File Geodatabase holds: its tables, what is said of their fields, and the lists of values that fields may have.
import { isNumberType } from './field-text.ts';
import { type ByteSource, type FormatDomain, FormatError, type FormatSubtypes } from './format-reader.ts';
import { childOf, childrenOf, readXmlTree, textIn, type XmlElement } from './gdb-definition.ts';
import { type GdbRelation, relationsOf } from './gdb-relations.ts';
import { type GdbRow, GdbTable } from './gdb-table.ts';

/** The files of a geodatabase, by name in small letters. */
export type GdbFiles = Readonly<Record<string, ByteSource>>;

/** A layer or table of the geodatabase. */
export interface GdbDataset {
  /** Name of the table, and the name that people see. */
  name: string;
  alias: string;
  /** Stem of its files. */
  stem: string;
  wkid: number | null;
  /** Stem of the table of the files that are kept with its rows; null without any. */
  filesStem: string | null;
  /** What fields show and may hold, by name in small letters. */
  fields: ReadonlyMap<string, { alias: string; domain: FormatDomain | null }>;
  /** By the names of fields in small letters. */
  subtypes: FormatSubtypes | null;
  /** Names of the lists of values that are left out, since there are too many values with them. */
  longLists: string[];
}

/** What a geodatabase holds. */
export interface GdbCatalog {
  datasets: GdbDataset[];
  relations: GdbRelation[];
  /** What people call the layers of bodies in space, which are passed over beside others. */
  bodies: string[];
  /** How many layers and tables there are, with those that are too many to be read. */
  count: number;
}

/** Characters of all documents together. */
const MAX_TEXT = 64 * 1024 * 1024;
/** Elements of all documents together: a short text can hold very many. */
const MAX_ELEMENTS = 1_000_000;
/** Tables that a list may name: more than any geodatabase for publishing has. */
const MAX_TABLES = 10_000;
export const MAX_DATASETS = 200;

/** Opens a table by the stem of its files. @throws FormatError when a file is missing */
export async function openGdbTable(files: GdbFiles, stem: string, name: string, wantsBytes = false): Promise<GdbTable> {
  const [rows, index] = [files[`${stem}.gdbtable`], files[`${stem}.gdbtablx`]];
  if (rows === undefined || index === undefined) throw new FormatError('gdb-incomplete', { file: name, missing: `${stem}.gdbtable` });
  return GdbTable.open(rows, index, name, wantsBytes);
}

/** What was read once of a geodatabase is asked for by each of its layers. */
const known = new WeakMap<GdbFiles, Promise<GdbCatalog>>();

/** The layers and tables, in the order of the geodatabase. @throws FormatError */
export function readGdbCatalog(files: GdbFiles, name: string): Promise<GdbCatalog> {
  const catalog = known.get(files) ?? readCatalog(files, name);
  known.set(files, catalog);
  return catalog;
}

async function readCatalog(files: GdbFiles, name: string): Promise<GdbCatalog> {
  const stems = await readStems(files, name);
  const items = stems.get('gdb_items');
  const found = items === undefined ? new Map<string, XmlElement>() : await readDefinitions(files, items, name);
  const domains = new Map([...found.values()].flatMap((one) => domainOf(one)));
  const datasets = [...stems].flatMap(([key, { stem, name: table }]): GdbDataset[] => {
    const definition = found.get(key);
    // The portal has its own way to keep files with features.
    if (/^gdb_/i.test(table) || /__attach$/i.test(table) || !(`${stem}.gdbtable` in files)) return [];
    if (definition === undefined && items !== undefined && found.size > 0) return [];
    const filesStem = stems.get(`${key}__attach`)?.stem ?? null;
    return [{ name: table, stem, filesStem, ...described(definition, table, domains) }];
  });
  const isBody = ({ name: table }: GdbDataset): boolean => textIn(found.get(table.toLowerCase()), 'ShapeType') === 'esriGeometryMultiPatch';
  const bodies = datasets.filter(isBody);
  const kept = bodies.length < datasets.length ? datasets.filter((one) => !isBody(one)) : datasets;
  if (kept.length === 0) throw new FormatError('gdb-nothing', { file: name });
  return {
    datasets: kept.slice(0, MAX_DATASETS),
    relations: relationsOf(found.values()),
    bodies: bodies.map((one) => one.alias),
    count: kept.length,
  };
}

/** The tables by name in small letters. */
async function readStems(files: GdbFiles, name: string): Promise<Map<string, { stem: string; name: string }>> {
  const table = await openGdbTable(files, 'a00000001', name);
  const at = columnAt(table, 'name');
  const stems = new Map<string, { stem: string; name: string }>();
  for await (const rows of table.rows(500)) {
    for (const { id, values } of rows) {
      const called = values[at];
      if (typeof called !== 'string' || stems.size >= MAX_TABLES) continue;
      stems.set(called.toLowerCase(), { stem: `a${id.toString(16).padStart(8, '0')}`, name: called });
    }
  }
  return stems;
}

function columnAt(table: GdbTable, name: string): number {
  return table.fields.findIndex((field) => field.name.toLowerCase() === name);
}

/** The documents about tables and domains, by the name of what they are about in small letters. */
async function readDefinitions(files: GdbFiles, { stem }: { stem: string }, name: string): Promise<Map<string, XmlElement>> {
  const table = await openGdbTable(files, stem, name);
  const [nameAt, textAt] = [columnAt(table, 'name'), columnAt(table, 'definition')];
  const found = new Map<string, XmlElement>();
  let length = 0;
  const room = { left: MAX_ELEMENTS };
  const read = ({ values }: GdbRow): void => {
    const [called, text] = [values[nameAt], values[textAt]];
    if (typeof called !== 'string' || typeof text !== 'string' || found.size >= MAX_TABLES) return;
    length += text.length;
    if (length > MAX_TEXT) throw new FormatError('gdb-damaged', { file: name });
    const root = readXmlTree(text, room);
    if (room.left < 0) throw new FormatError('gdb-damaged', { file: name });
    if (root === null || !/^(DEFeatureClassInfo|DETableInfo|DERelationshipClassInfo|GPCodedValueDomain2|GPRangeDomain2)$/.test(root.name))
      return;
    const key = root.name.startsWith('DE') ? called.toLowerCase() : `domain:${called.toLowerCase()}`;
    if (!found.has(key)) found.set(key, root);
  };
  for await (const rows of table.rows(50)) for (const row of rows) read(row);
  return found;
}

function described(
  definition: XmlElement | undefined,
  table: string,
  domains: ReadonlyMap<string, FormatDomain>,
): Pick<GdbDataset, 'alias' | 'wkid' | 'fields' | 'subtypes' | 'longLists'> {
  if (definition === undefined) return { alias: table, wkid: null, fields: new Map(), subtypes: null, longLists: [] };
  let codes = 0;
  const longLists = new Set<string>();
  /** The domain, unless there are too many values with it. */
  const within = (domain: FormatDomain | null): FormatDomain | null => {
    if (domain?.type !== 'codedValue') return domain;
    if (codes + domain.codedValues.length > MAX_CODES) {
      longLists.add(domain.name);
      return null;
    }
    codes += domain.codedValues.length;
    return domain;
  };
  const subtypes = subtypesOf(definition, domains);
  const fields = childrenOf(childOf(definition, 'GPFieldInfoExs'), 'GPFieldInfoEx').map((field) => {
    const own = domains.get(textIn(field, 'DomainName').toLowerCase()) ?? null;
    const found = subtypes?.field === textIn(field, 'Name').toLowerCase() ? subtypes.domain : own;
    return [textIn(field, 'Name').toLowerCase(), { alias: textIn(field, 'AliasName'), domain: within(found) }] as const;
  });
  const types = (subtypes?.types ?? []).map((type) => {
    const kept = Object.entries(type.domains).flatMap(([name, given]) => {
      const domain = within(given);
      return domain === null ? [] : [[name, domain] as const];
    });
    return { ...type, domains: Object.fromEntries(kept) };
  });
  const reference = childOf(definition, 'SpatialReference');
  const wkid = Number(textIn(reference, 'LatestWKID') || textIn(reference, 'WKID'));
  return {
    alias: textIn(definition, 'AliasName') || table,
    wkid: Number.isInteger(wkid) && wkid > 0 ? wkid : null,
    fields: new Map(fields),
    subtypes: subtypes === null ? null : { field: subtypes.field, types },
    longLists: [...longLists],
  };
}

/** The subtypes of a table, with the list of values of the field that says them; null where there are none. */
function subtypesOf(definition: XmlElement, known: ReadonlyMap<string, FormatDomain>): (FormatSubtypes & { domain: FormatDomain }) | null {
  const field = textIn(definition, 'SubtypeFieldName');
  const types = childrenOf(childOf(definition, 'Subtypes'), 'Subtype').flatMap((one) => {
    const id = Number(textIn(one, 'SubtypeCode') || Number.NaN);
    if (!Number.isInteger(id)) return [];
    const own = childrenOf(childOf(one, 'FieldInfos'), 'SubtypeFieldInfo').flatMap((info) => {
      const domain = known.get(textIn(info, 'DomainName').toLowerCase());
      return domain === undefined ? [] : [[textIn(info, 'FieldName').toLowerCase(), domain] as const];
    });
    return [{ id, name: textIn(one, 'SubtypeName').slice(0, MAX_WORD) || String(id), domains: Object.fromEntries(own) }];
  });
  if (field === '' || types.length === 0) return null;
  const codedValues = types.map(({ id, name }) => ({ name, code: id }));
  return { field: field.toLowerCase(), types, domain: { type: 'codedValue', name: `${field} subtypes`.slice(0, MAX_WORD), codedValues } };
}

/** Values of all lists of a table together, and characters of a name: a layer says them whenever it is asked for. */
const MAX_CODES = 20_000;
const MAX_WORD = 250;

/** The domain that a document describes, by its name in small letters. */
function domainOf(root: XmlElement): [string, FormatDomain][] {
  const name = textIn(root, 'DomainName').slice(0, MAX_WORD);
  const isNumber = isNumberType(textIn(root, 'FieldType'));
  const value = (text: string): string | number => (isNumber ? Number(text) : text);
  if (root.name === 'GPRangeDomain2') {
    const range: [number, number] = [Number(textIn(root, 'MinValue')), Number(textIn(root, 'MaxValue'))];
    return isNumber && range.every(Number.isFinite) ? [[name.toLowerCase(), { type: 'range', name, range }]] : [];
  }
  if (root.name !== 'GPCodedValueDomain2') return [];
  const codedValues = childrenOf(childOf(root, 'CodedValues'), 'CodedValue').map((one) => ({
    name: textIn(one, 'Name').slice(0, MAX_WORD),
    code: value(textIn(one, 'Code').slice(0, MAX_WORD)),
  }));
  const isUsable = codedValues.length > 0 && codedValues.every(({ code }) => typeof code === 'string' || Number.isFinite(code));
  return isUsable ? [[name.toLowerCase(), { type: 'codedValue', name, codedValues }]] : [];
}
