// Finds an item's record in the catalogue and applies the rules of the specification to it.
import { mayBeAttached } from '../services/attachable.ts';
import { APPS } from './apps.ts';
import { FILES } from './files.ts';
import { type ItemType, itemTypeRecord, type OpenIn } from './item-type.ts';
import { LAYERS } from './layers.ts';
import { MAPS } from './maps.ts';
import { TOOLS } from './tools.ts';

/** The whole catalogue, maps first. */
export const ITEM_TYPES: readonly ItemType[] = [...MAPS, ...LAYERS, ...APPS, ...TOOLS, ...FILES];

const byName = new Map<string, ItemType>();
const byExtension = new Map<string, ItemType>();
for (const type of ITEM_TYPES) {
  for (const name of [type.name, type.displayName, ...type.aliases]) if (name) byName.set(name.toLowerCase(), type);
  for (const extension of type.extensions) if (!byExtension.has(extension)) byExtension.set(extension, type);
}

/** True for names that the portal accepts as an item type: known ones, and any of 1 to 80 letters, digits, blanks and hyphens. */
export function isItemTypeName(name: string): boolean {
  return byName.has(name.trim().toLowerCase()) || /^[\p{L}\p{N}](?:[\p{L}\p{N} -]{0,78}[\p{L}\p{N}])?$/u.test(name.trim());
}

/**
 * The record of a type, found without regard to case; an unknown name gives the default file record in the name's own spelling.
 * @source CO-158
 */
export function itemType(name: string): ItemType {
  const trimmed = name.trim();
  return byName.get(trimmed.toLowerCase()) ?? { ...itemTypeRecord('file', trimmed, {}), keywords: [] };
}

/** True when the catalogue has the type. */
export function isKnownItemType(name: string): boolean {
  return byName.has(name.trim().toLowerCase());
}

/** The type that a file of this name most likely is; longest ending first, so `roads.gdb.zip` is a geodatabase. */
export function typeForFileName(fileName: string): ItemType | undefined {
  const parts = fileName.toLowerCase().split('.').slice(1);
  for (let i = 0; i < parts.length; i++) {
    const found = byExtension.get(parts.slice(i).join('.'));
    if (found) return found;
  }
  return undefined;
}

/** A file name without the ending of a known format, `.shp.zip` as a whole; what comes after other dots, as in `Letter to Dr.Smith`, is a part of the name. */
export function withoutEnding(fileName: string): string {
  const [, stem, ending = ''] = /^(.+?)(?:\.(?:shp|gdb))?\.([^.]+)$/i.exec(fileName) ?? [];
  return stem !== undefined && (byExtension.has(ending.toLowerCase()) || mayBeAttached(fileName)) ? stem : fileName;
}

/** What is known of an item beyond its type, for its automatic keywords. */
export interface KeywordFacts {
  /** The service is our own. */
  hosted?: boolean;
  /** The service is a view of another. */
  view?: boolean;
  /** How many layers and tables it holds, where that is known. */
  layerCount?: number;
  tableCount?: number;
  /** The app was registered for sign-in. */
  registered?: boolean;
  /** Name of the data file. */
  fileName?: string;
}

/** The keywords the portal gives to an item by itself, sorted. */
export function automaticKeywords(type: string, facts: KeywordFacts = {}): string[] {
  const record = itemType(type);
  const keywords = new Set(record.keywords);
  if (facts.hosted) keywords.add('Hosted Service');
  if (facts.view) keywords.add('View Service');
  if (facts.registered) keywords.add('Registered App');
  if (record.name === 'Feature Service' || record.name === 'Feature Collection') addLayerKeywords(keywords, facts);
  if (record.name === 'Layer' && facts.fileName?.toLowerCase().endsWith('.lyrx')) keywords.add('lyrx');
  return [...keywords].sort((a, b) => a.localeCompare(b, 'en'));
}

function addLayerKeywords(keywords: Set<string>, { layerCount = 0, tableCount = 0 }: KeywordFacts): void {
  const total = layerCount + tableCount;
  if (total === 1) keywords.add('Singlelayer');
  if (total > 1) keywords.add('Multilayer');
  if (tableCount > 0 && layerCount === 0) keywords.add('Table');
}

/** The item as classification needs it. */
export interface ClassifiableItem {
  type: string;
  typeKeywords?: readonly string[];
  access?: string;
  /** A name that takes the place of the type's, where a catalogue entry has it. */
  displayName?: string;
}

/** What the rules need to know about the machine of the person who looks. */
export interface Surroundings {
  /** Windows desktop software could be present. */
  desktopPossible: boolean;
  /** The browser runs the web viewers. */
  browserSupported: boolean;
}

/** A record after the rules: what the item counts as for this person. */
export interface Classification {
  record: ItemType;
  /** The type's name for people. */
  name: string;
  openIn: readonly OpenIn[];
  flags: readonly string[];
  /** True when a viewer that depends on the browser is known to work. */
  supported: boolean;
}

/**
 * Applies the classification rules to an item.
 * @source CO-148 to CO-158
 */
export function classify(item: ClassifiableItem, around: Surroundings): Classification {
  const keywords = item.typeKeywords ?? [];
  const named = item.displayName && isKnownItemType(item.displayName) ? item.displayName : item.type;
  const record = itemType(named);
  const flags = new Set(record.flags);
  const result = { record, name: record.displayName ?? record.name, openIn: record.openIn, supported: false };

  if (item.access === 'public') flags.add('is-public');
  if (record.name === 'Feature Collection' && keywords.includes('Table')) flags.delete('is-data');
  if (record.name === 'Feature Service') {
    flags.delete('is-data');
    flags.delete('is-layer');
  }
  if (record.name === 'Layer' && keywords.includes('lyrx')) {
    result.name = 'Pro Layer';
    flags.add('is-pro');
  }
  if (record.name === 'Dashboard' && around.browserSupported) {
    flags.add('is-browser');
    result.supported = true;
  }
  if (record.name === 'Operation View') Object.assign(result, operationView(keywords, flags, around, record.openIn));
  return { ...result, flags: [...flags] };
}

function operationView(
  keywords: readonly string[],
  flags: Set<string>,
  around: Surroundings,
  openIn: readonly OpenIn[],
): Pick<Classification, 'openIn' | 'supported'> {
  if (keywords.includes('V2')) {
    flags.delete('is-operationView');
    flags.add('is-operationView-V2');
    return { openIn: [], supported: false };
  }
  if (around.desktopPossible) flags.add('is-windows');
  if (!around.browserSupported) return { openIn, supported: false };
  if (keywords.includes('TabletLayout')) {
    flags.add('is-browser');
    return { openIn, supported: true };
  }
  flags.delete('can-create-dashboard');
  return { openIn, supported: false };
}
