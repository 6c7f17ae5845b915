// Composes the query of a search from what was typed and chosen.
import { ITEM_TYPES } from '@graticule/contract/item-types/classify';
import type { ItemFilter } from '@graticule/contract/item-types/item-type';

/** What a person searches for. */
export interface ItemSearch {
  text?: string;
  filter?: ItemFilter;
  type?: string;
  owner?: string;
  /** Who may see it: private, shared, org or public. */
  access?: string;
  tags?: readonly string[];
  group?: string;
  /** Changed at this time or later, epoch milliseconds. */
  modifiedSince?: number;
  /** Only this organisation's items. */
  orgId?: string;
}

/** Parts of other items, which searches by people leave out. */
const HIDDEN_TYPES = ['Code Attachment', 'Windows Viewer Add In', 'Windows Viewer Configuration'];

/** The query in the portal's grammar. @source CO-161, CO-164 */
export function itemQuery(search: ItemSearch): string {
  const clauses = [
    groupedText(search.text ?? ''),
    search.filter && anyOf('type', typesOf(search.filter)),
    search.type && `type:${quoted(search.type)}`,
    search.owner && `owner:${quoted(search.owner)}`,
    search.access && `access:${search.access}`,
    ...(search.tags ?? []).map((tag) => `tags:${quoted(tag)}`),
    search.group && `group:${quoted(search.group)}`,
    search.modifiedSince && `modified:[${search.modifiedSince} TO *]`,
    search.orgId && `orgid:${search.orgId}`,
    ...HIDDEN_TYPES.map((type) => `-type:${quoted(type)}`),
  ];
  return clauses.filter(Boolean).join(' AND ');
}

/** Trimmed, and in parentheses unless it has some already. @source CO-161 */
export function groupedText(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[()]/.test(trimmed) ? trimmed : `(${trimmed})`;
}

/** The text as shown: operators left over at the end are dropped. @source CO-162 */
export function shownText(text: string): string {
  return text.replace(/(\s+(AND|OR))+\s*$/, '').trim();
}

/** A value in quotes; quotes and backslashes within are escaped. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function typesOf(filter: ItemFilter): string[] {
  return ITEM_TYPES.filter((type) => type.filter === filter && !HIDDEN_TYPES.includes(type.name)).map((type) => type.name);
}

function anyOf(field: string, values: readonly string[]): string {
  return `${field}:(${values.map(quoted).join(' OR ')})`;
}

/** Sorts that groups do not know are dropped. @source CO-163 */
export function groupSort(sortField: string | undefined): string | undefined {
  return sortField === undefined || /^(numviews|avgrating)$/i.test(sortField) ? undefined : sortField;
}
