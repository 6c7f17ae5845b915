// A hosted layer as the operations of this domain and of those above see it.
import type { GeometryType } from '@graticule/contract/services/layer';
import { WEB_MERCATOR } from '@graticule/geo/project/spatial-reference';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { LayerDefinition, ServiceSettings, StoredField, ViewArea } from '../schema/features.ts';

/** Reference system of the coordinates of every hosted table. */
export const STORED_SRID = WEB_MERCATOR;

/** The reference system that a layer speaks where nobody names one. */
export function sridOf({ definition }: Pick<HostedLayer, 'definition'>): number {
  return definition.srid ?? STORED_SRID;
}

/** Whether the coordinates of a reference system are longitude and latitude: EPSG gives these systems numbers of their own. */
export function isInDegrees(srid: number): boolean {
  return srid >= 4001 && srid <= 4999;
}

/** The reference system that a service speaks: its own, else that of its first layer with geometries. */
export function sridOfService({ settings, layers }: Pick<HostedService, 'settings' | 'layers'>): number {
  const first = layers.find((layer) => layer.geometryType !== null);
  return settings.srid ?? (first === undefined ? STORED_SRID : sridOf(first));
}

/** xmin, ymin, xmax, ymax. */
export type Extent = [number, number, number, number];

/** An extent in a reference system. */
export interface PlacedExtent {
  box: Extent;
  srid: number;
}

/** Fields that a request lists: as many as the database takes, since a whole description may come back, and files have many columns. */
export const MOST_FIELDS = 1_600;

/** Name of the field that holds the object id, unless a file has its own. */
export const OBJECT_ID = 'OBJECTID';
export const GLOBAL_ID = 'GlobalID';

export interface HostedLayer {
  itemId: string;
  id: number;
  /** Name of the table in schema `hosted`. */
  table: string;
  name: string;
  /** Null for tables. */
  geometryType: GeometryType | null;
  hasZ: boolean;
  /** Measures along the geometries. */
  hasM: boolean;
  fields: StoredField[];
  definition: LayerDefinition;
  /** xmin, ymin, xmax, ymax in metres of Web Mercator; null while empty. */
  extent: Extent | null;
  /** The same as it is told, in the reference system that the layer speaks, once it was measured. */
  toldExtent?: PlacedExtent;
  rowCount: number;
  version: number;
  ready: boolean;
  dataEdited: Date;
  schemaEdited: Date;
  /** The job that loaded it from a file; not for layers that people defined. */
  loadedBy?: string;
  /** Set when the layer shows a part of another; its table is then a view of the database. */
  view?: ViewOf;
  /** Set when the caller sees only the features that have this name in the field. */
  onlyOf?: { field: StoredField; username: string };
  /** Set when the caller may not read its features. */
  isClosed?: true;
}

/** The layer that a view shows a part of. */
export interface ViewOf {
  itemId: string;
  layerId: number;
  table: string;
  /** All fields of the source, also those that the view leaves out. */
  fields: StoredField[];
  condition: string | null;
  area: ViewArea | null;
  /** The version for which extent and count were measured. */
  measured: number;
  /** Extent and count are not known any more. */
  stale: boolean;
}

/** Fields that a layer, or a view of it, does not have any more. */
export interface FieldsGone {
  itemId: string;
  layerId: number;
  /** Names in small letters. */
  gone: ReadonlySet<string>;
}

/** The table that holds the features: of the source for views. */
export function baseTable(layer: HostedLayer): string {
  return layer.view?.table ?? layer.table;
}

/** The item of the service that holds the rows: of a view that of its source. */
export function baseItemId({ view, itemId }: HostedLayer): string {
  return view?.itemId ?? itemId;
}

/**
 * When anything of a layer was changed last: its features, or what it says and shows of them, such as the filter of a view. Clients ask for
 * tiles by it, so that they must not be others under the same time.
 */
export function lastEdited({ dataEdited, schemaEdited }: Pick<HostedLayer, 'dataEdited' | 'schemaEdited'>): number {
  return Math.max(dataEdited.getTime(), schemaEdited.getTime());
}

/** A field that the portal keeps itself, also where a view does not show it. */
export function keptField(layer: HostedLayer, name: string): StoredField | undefined {
  return fieldByName(layer, name) ?? layer.view?.fields.find((field) => field.name.toLowerCase() === name.toLowerCase());
}

export interface HostedService {
  itemId: string;
  orgId: string | null;
  name: string;
  settings: ServiceSettings;
  settingsEdited: Date;
  layers: HostedLayer[];
  /** The extent as it is told, in the reference system that the service speaks, once it was measured. */
  toldExtent?: PlacedExtent;
  /** Where maps begin, where somebody said so; else they begin with all of it. */
  toldInitialExtent?: PlacedExtent;
}

/** A service before it is stored. */
export type NewService = Pick<HostedService, 'itemId' | 'orgId' | 'name' | 'settings'>;

/** Whether capabilities, words with commas, have the word. */
export function hasWord(capabilities: string, word: string): boolean {
  return lowerWords(capabilities).has(word.toLowerCase());
}

/** Words by the text that they stand in: services have few different ones, and each request asks for several of them. */
const wordsByText = new BoundedMap<string, ReadonlySet<string>>(200);
/** Longer texts are not kept. */
const LONGEST_KEPT = 200;

function lowerWords(capabilities: string): ReadonlySet<string> {
  const known = wordsByText.get(capabilities);
  if (known !== undefined) return known;
  const words = new Set(capabilities.split(',').map((word) => word.trim().toLowerCase()));
  if (capabilities.length <= LONGEST_KEPT) wordsByText.set(capabilities, words);
  return words;
}

const EDITING = ['Create', 'Update', 'Delete'];

/** The words of capabilities; `Editing` alone, without the kinds of edit, with the three that it stands for before it. */
export function wordsOf(capabilities: string): string[] {
  const words = capabilities.split(',').map((word) => word.trim());
  if (!hasWord(capabilities, 'Editing') || EDITING.some((kind) => hasWord(capabilities, kind))) return words;
  return words.flatMap((word) => (word.toLowerCase() === 'editing' ? [...EDITING, word] : [word]));
}

/** What a service lets people do with one of its layers: those of the layer itself only narrow what the service allows. */
export function capabilitiesOfLayer(
  { settings }: Pick<HostedService, 'settings'>,
  { definition }: Pick<HostedLayer, 'definition'>,
): string {
  const ofService = settings.capabilities ?? 'Query';
  if (!definition.capabilities) return ofService;
  const allowed = wordsOf(ofService).join(',');
  const both = wordsOf(definition.capabilities).filter((word) => hasWord(allowed, word));
  // Alone it would stand for every kind of edit, where the two have none in common.
  const edits = both.some((word) => EDITING.includes(word));
  return both.filter((word) => edits || word.toLowerCase() !== 'editing').join(',');
}

/** Whether the capabilities of a service have the word. */
export function hasCapability({ settings }: Pick<HostedService, 'settings'>, word: string): boolean {
  return hasWord(settings.capabilities ?? 'Query', word);
}

/** Whether a service keeps the changes of its layers. Views have no features of their own. */
export function keepsChanges(service: Pick<HostedService, 'settings'>): boolean {
  return !service.settings.isView && (hasCapability(service, 'Sync') || hasCapability(service, 'ChangeTracking'));
}

/** The largest limit that may be set. */
export const LARGEST_MAX_RECORD_COUNT = 10_000;

/** Page limit of a layer without a setting of its own. */
export const DEFAULT_MAX_RECORD_COUNT = 2000;

/** The most features of one page of a layer, or of the layers of a service that have no limit of their own. */
export function maxRecordCount(service: HostedService, layer?: Pick<HostedLayer, 'definition'>): number {
  return layer?.definition.maxRecordCount ?? service.settings.maxRecordCount ?? DEFAULT_MAX_RECORD_COUNT;
}

/** The field that holds the object id. */
export function objectIdField(layer: HostedLayer): StoredField {
  const field = layer.fields.find((one) => one.type === 'esriFieldTypeOID');
  if (field === undefined) throw new Error(`The layer ${layer.table} has no object id.`);
  return field;
}

/** Name of the field that holds the global id; empty without one. */
export function globalIdName(layer: HostedLayer): string {
  return layer.fields.find((one) => one.type === 'esriFieldTypeGlobalID')?.name ?? '';
}

/** The numbers of the layers that callers may name: others are being made, and seem not to be there. */
export function readyIds(layers: readonly Pick<HostedLayer, 'id' | 'ready'>[]): number[] {
  return layers.filter((layer) => layer.ready).map((layer) => layer.id);
}

/** The field of that name, case ignored. */
export function fieldByName(layer: HostedLayer, name: string): StoredField | undefined {
  const exact = layer.fields.find((field) => field.name === name);
  if (exact !== undefined) return exact;
  const key = name.trim().toLowerCase();
  return layer.fields.find((field) => field.name.toLowerCase() === key);
}

/** The fields that the portal itself gives every layer. */
export const SYSTEM_FIELDS: readonly StoredField[] = [
  { name: OBJECT_ID, type: 'esriFieldTypeOID', alias: OBJECT_ID, column: 'objectid', nullable: false, editable: false },
  { name: GLOBAL_ID, type: 'esriFieldTypeGlobalID', alias: GLOBAL_ID, column: 'globalid', length: 38, nullable: false, editable: false },
];

/** A field before it has a column. */
export type NewField = Omit<StoredField, 'column' | 'nullable' | 'editable'>;

/** The fields of a new layer: the system's, then those given, renamed where they clash. The object id has another name where that is wished and free. */
export function withSystemFields(fields: readonly NewField[], objectId = OBJECT_ID): StoredField[] {
  const isFree = ![GLOBAL_ID, ...fields.map(({ name }) => name)].some((name) => name.toLowerCase() === objectId.toLowerCase());
  const system = SYSTEM_FIELDS.map((field): StoredField => {
    return field.type === 'esriFieldTypeOID' && isFree ? { ...field, name: objectId, alias: objectId } : field;
  });
  const taken = new Set(system.map((field) => field.name.toLowerCase()));
  const own = fields.map((field, index): StoredField => {
    const name = freeName(field.name, taken);
    taken.add(name.toLowerCase());
    const stem = field.name
      .toLowerCase()
      .replace(/[^a-z0-9_]/g, '_')
      .slice(0, 40);
    return { ...field, name, column: `f${index + 1}_${stem}`, nullable: true, editable: true };
  });
  return [...system, ...own];
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  for (let n = 1; ; n++) {
    const candidate = `${name.slice(0, 28)}_${n}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

/** The field whose values tell the features apart, where the publisher chose one that is still there. */
export function keyFieldOf(layer: HostedLayer): StoredField | undefined {
  const { keyField } = layer.definition;
  return keyField === undefined ? undefined : fieldByName(layer, keyField);
}
