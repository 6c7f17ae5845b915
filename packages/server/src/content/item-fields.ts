// The descriptive fields that a client sends, checked, cleaned and turned into columns.
import type { ItemExtent } from '@graticule/contract/content/extent';
import { CONTENT_STATUSES, type ContentStatus } from '@graticule/contract/content/item-fields';
import { fail } from '@graticule/contract/errors';
import { isItemTypeName, itemType } from '@graticule/contract/item-types/classify';
import type { Caller } from '../platform/caller.ts';
import { cleanHtml } from '../platform/clean-html.ts';
import type { ItemRow } from '../schema/content.ts';
import { mayMark } from './items.rules.ts';
import type { ItemChange } from './items.store.ts';

/** Descriptive fields as parsed from a form. */
export interface ItemFieldsInput {
  title?: string;
  tags?: string[];
  typeKeywords?: string[];
  description?: string;
  snippet?: string;
  accessInformation?: string;
  licenseInfo?: string;
  documentation?: string;
  culture?: string;
  spatialReference?: string;
  extent?: ItemExtent;
  categories?: string[];
  properties?: unknown;
  contentStatus?: string;
  commentsEnabled?: boolean;
  url?: string;
}

const MAX_TITLE = 250;
const MAX_SNIPPET = 2_048;
const MAX_TAGS = 128;
const MAX_LONG_TEXT = 250_000;
const MAX_PROPERTIES = 100_000;
const MAX_URL = 2_000;

/** @throws FORBIDDEN when the change sets or takes away a mark that the caller may not */
export function requireMark(caller: Caller, item: Pick<ItemRow, 'owner' | 'org_id' | 'content_status'>, change: ItemChange): void {
  if (change.content_status !== undefined && !mayMark(caller, item, item.content_status, change.content_status)) throw fail('FORBIDDEN');
}

function refuse(name: string, says: string): never {
  throw fail('INVALID_PARAMETER', { values: [name, says] });
}

/**
 * Columns for the given fields; fields that were not given are left out.
 * @throws INVALID_PARAMETER
 */
export function fieldColumns(input: ItemFieldsInput, cleared: ReadonlySet<string> = new Set()): ItemChange {
  return { ...textColumns(input), ...otherColumns(input), ...clearedColumns(cleared) };
}

function textColumns(input: ItemFieldsInput): ItemChange {
  const change: ItemChange = {};
  if (input.title !== undefined) change.title = checkedTitle(input.title);
  if (input.snippet !== undefined) change.snippet = cleanText('snippet', input.snippet, MAX_SNIPPET);
  if (input.description !== undefined) change.description = cleanText('description', input.description, MAX_LONG_TEXT);
  if (input.accessInformation !== undefined)
    change.access_information = cleanText('accessInformation', input.accessInformation, MAX_LONG_TEXT);
  if (input.licenseInfo !== undefined) change.license_info = cleanText('licenseInfo', input.licenseInfo, MAX_LONG_TEXT);
  if (input.documentation !== undefined) change.documentation = cleanText('documentation', input.documentation, MAX_LONG_TEXT);
  if (input.culture !== undefined) change.culture = checkedText('culture', input.culture.trim().toLowerCase(), 20);
  if (input.spatialReference !== undefined) change.spatial_reference = checkedText('spatialReference', input.spatialReference, 5_000);
  if (input.contentStatus !== undefined) change.content_status = checkedStatus(input.contentStatus);
  if (input.url !== undefined) change.url = checkedUrl(input.url);
  return change;
}

function otherColumns(input: ItemFieldsInput): ItemChange {
  const change: ItemChange = {};
  if (input.tags !== undefined) change.tags = checkedList('tags', input.tags);
  if (input.typeKeywords !== undefined) change.given_keywords = checkedList('typeKeywords', input.typeKeywords);
  if (input.categories !== undefined) change.categories = checkedList('categories', input.categories, 250);
  if (input.extent !== undefined) change.extent_box = input.extent.length === 0 ? null : input.extent.flat();
  if (input.properties !== undefined) change.properties = checkedProperties(input.properties);
  if (input.commentsEnabled !== undefined) change.comments_enabled = input.commentsEnabled;
  return change;
}

const CLEARS: Readonly<Record<string, ItemChange>> = {
  tags: { tags: [] },
  typeKeywords: { given_keywords: [] },
  description: { description: null },
  snippet: { snippet: null },
  accessInformation: { access_information: null },
  licenseInfo: { license_info: null },
  documentation: { documentation: null },
  spatialReference: { spatial_reference: null },
  extent: { extent_box: null },
  categories: { categories: [] },
  properties: { properties: null },
  contentStatus: { content_status: '' },
  url: { url: null },
};

function clearedColumns(cleared: ReadonlySet<string>): ItemChange {
  if (cleared.has('title')) refuse('title', 'must not be empty');
  return Object.assign({}, ...[...cleared].map((name) => CLEARS[name] ?? {})) as ItemChange;
}

/** @throws INVALID_PARAMETER for an empty or too long title */
export function checkedTitle(title: string): string {
  const trimmed = withoutControls(title).trim();
  if (trimmed === '') refuse('title', 'must not be empty');
  if (trimmed.length > MAX_TITLE) refuse('title', `may have at most ${MAX_TITLE} characters`);
  return trimmed;
}

function checkedText(name: string, value: string, max: number): string {
  if (value.length > max) refuse(name, `may have at most ${max} characters`);
  return value.replaceAll('\0', '');
}

/** Markup is measured before it is cleaned, because cleaning costs time. */
function cleanText(name: string, value: string, max: number): string {
  return checkedText(name, cleanHtml(checkedText(name, value, max)), max);
}

/** @throws INVALID_PARAMETER for anything but a mark of the list; an empty text takes the mark away */
function checkedStatus(value: string): ContentStatus {
  const status = CONTENT_STATUSES.find((each) => each === value.trim().toLowerCase());
  return status ?? refuse('contentStatus', `must be empty or one of ${CONTENT_STATUSES.filter((each) => each !== '').join(', ')}`);
}

/** Elements without repetition, blanks collapsed. @source SH-173 */
function checkedList(name: string, values: readonly string[], maxLength = 128): string[] {
  const cleaned = [...new Set(values.map((value) => withoutControls(value).replace(/\s+/g, ' ').trim()).filter((value) => value !== ''))];
  if (cleaned.length > MAX_TAGS) refuse(name, `may have at most ${MAX_TAGS} elements`);
  if (cleaned.some((value) => value.length > maxLength)) refuse(name, `may have at most ${maxLength} characters in each element`);
  return cleaned;
}

function checkedProperties(value: unknown): Record<string, unknown> | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) refuse('properties', 'must be a JSON object');
  const text = JSON.stringify(value);
  if (text.length > MAX_PROPERTIES) refuse('properties', `may have at most ${MAX_PROPERTIES} characters`);
  if (text.includes('\\u0000')) refuse('properties', 'holds a character that cannot be stored');
  return value as Record<string, unknown>;
}

/** Only addresses that a browser may open: `javascript:` and the like are refused. */
function checkedUrl(url: string): string {
  const trimmed = url.trim();
  if (trimmed.length > MAX_URL) refuse('url', `may have at most ${MAX_URL} characters`);
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) refuse('url', 'must start with http:// or https://');
  return trimmed;
}

/** The type in the spelling of the catalogue. @throws INVALID_PARAMETER */
export function checkedType(type: string): string {
  if (!isItemTypeName(type)) refuse('type', 'is not a valid item type');
  return itemType(type).name;
}

/** A file name without folders or characters that file systems or headers misread. */
export function safeFileName(name: string): string {
  const base = withoutControls(name).split(/[/\\]/).at(-1)?.trim() ?? '';
  const safe = base
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 200);
  return safe === '' ? 'file' : safe;
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return text.replace(/[\u0000-\u001f\u007f]/g, ' ');
}
