// What a pop-up shows for a feature: title, fields in the reader's notation, cleaned text of the author.
import type { FieldFormat, FieldInfo, PopupInfo } from '@graticule/contract/documents/popup-info';
import { cleanHtml } from '../html/clean-html.ts';
import type { FeatureField } from './layers/layer-adapter.ts';

/** A value as shown. */
export interface PopupRow {
  label: string;
  value: string;
  /** Set when the value is an address that can be opened. */
  href?: string;
}

/** A part of a pop-up; `html` is already cleaned. */
export type PopupBlock = { kind: 'fields'; rows: PopupRow[] } | { kind: 'html'; html: string };

/** What a pop-up shows. */
export interface PopupContent {
  title: string;
  blocks: PopupBlock[];
}

/** What a pop-up is made from. */
export interface PopupInput {
  popupInfo?: PopupInfo | undefined;
  attributes: Readonly<Record<string, unknown>>;
  fields: readonly FeatureField[];
  /** Used when the pop-up has no title of its own. */
  layerTitle: string;
  displayField?: string | undefined;
  /** Language tag for numbers and dates. */
  language: string;
}

const HIDDEN_TYPES: readonly string[] = ['esriFieldTypeOID', 'esriFieldTypeGlobalID', 'esriFieldTypeGeometry'];

/** The content of a pop-up. */
export function popupContent(input: PopupInput): PopupContent {
  const info = input.popupInfo;
  const shown = info ? (info.fieldInfos ?? []) : automaticFields(input.fields);
  const byName = new Map(shown.map((field) => [field.fieldName.toLowerCase(), field]));
  const write = (name: string): string => writeValue(input, name, byName.get(name.toLowerCase())?.format);
  const named = input.displayField ? write(input.displayField) : '';
  const title = info?.title ? plainText(fillTemplate(info.title, write)) : named;
  return { title: title.trim() || named.trim() || input.layerTitle, blocks: blocksOf(input, shown, write) };
}

function blocksOf(input: PopupInput, shown: readonly FieldInfo[], write: (name: string) => string): PopupBlock[] {
  const fieldBlock = (fields: readonly FieldInfo[]): PopupBlock[] => {
    const rows = fields.filter((field) => field.visible !== false).flatMap((field) => rowOf(input, field, write));
    return rows.length > 0 ? [{ kind: 'fields', rows }] : [];
  };
  const textBlock = (template: string): PopupBlock[] => [
    { kind: 'html', html: cleanHtml(fillTemplate(template, (name) => escapeHtml(write(name)))) },
  ];
  const elements = input.popupInfo?.popupElements;
  if (elements && elements.length > 0) {
    return elements.flatMap((element) => {
      if (element.type === 'fields') return fieldBlock(element.fieldInfos ?? shown);
      return element.type === 'text' && element.text ? textBlock(element.text) : [];
    });
  }
  return input.popupInfo?.description ? textBlock(input.popupInfo.description) : fieldBlock(shown);
}

function automaticFields(fields: readonly FeatureField[]): FieldInfo[] {
  return fields
    .filter((field) => !HIDDEN_TYPES.includes(field.type))
    .map((field) => ({ fieldName: field.name, label: field.alias, visible: true }));
}

function rowOf(input: PopupInput, field: FieldInfo, write: (name: string) => string): PopupRow[] {
  // computed values need a script, related ones a table that is not here
  if (field.fieldName.startsWith('expression/') || field.fieldName.startsWith('relationships/')) return [];
  const known = findField(input.fields, field.fieldName);
  const value = write(field.fieldName);
  const row = { label: field.label || known?.alias || field.fieldName, value };
  return [/^https?:\/\/\S+$/i.test(value) ? { ...row, href: value } : row];
}

const findField = (fields: readonly FeatureField[], name: string): FeatureField | undefined =>
  fields.find((field) => field.name.toLowerCase() === name.toLowerCase());

function findValue(attributes: Readonly<Record<string, unknown>>, name: string): unknown {
  if (name in attributes) return attributes[name];
  const key = Object.keys(attributes).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : attributes[key];
}

function fillTemplate(template: string, write: (name: string) => string): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => write(name.trim()));
}

function writeValue({ attributes, fields, language }: PopupInput, name: string, format: FieldFormat | null | undefined): string {
  const value = findValue(attributes, name);
  if (value === null || value === undefined) return '';
  const field = findField(fields, name);
  const word = field?.codes?.get(String(value));
  if (word !== undefined) return word;
  if (field?.type === 'esriFieldTypeDate' || format?.dateFormat) return writeDate(value, format?.dateFormat, language);
  return typeof value === 'number' ? writeNumber(value, format, language) : String(value);
}

/** Without a format: a number without grouping as it is stored, since it may be a code or a year. */
function writeNumber(value: number, format: FieldFormat | null | undefined, language: string): string {
  const places =
    typeof format?.places === 'number'
      ? { minimumFractionDigits: Math.min(20, Math.max(0, format.places)), maximumFractionDigits: Math.min(20, Math.max(0, format.places)) }
      : { maximumFractionDigits: 6 };
  return new Intl.NumberFormat(language, { useGrouping: format?.digitSeparator === true, ...places }).format(value);
}

function writeDate(value: unknown, dateFormat: string | undefined, language: string): string {
  const date = new Date(typeof value === 'number' ? value : String(value));
  if (Number.isNaN(date.getTime())) return String(value);
  const hasTime = /time/i.test(dateFormat ?? '') || (dateFormat === undefined && date.getTime() % 86_400_000 !== 0);
  const dateStyle = /^short/i.test(dateFormat ?? '') ? 'short' : /^long/i.test(dateFormat ?? '') ? 'long' : 'medium';
  if (/^year/i.test(dateFormat ?? '')) return new Intl.DateTimeFormat(language, { year: 'numeric', timeZone: 'UTC' }).format(date);
  return new Intl.DateTimeFormat(language, { dateStyle, ...(hasTime ? { timeStyle: 'short' as const } : { timeZone: 'UTC' }) }).format(
    date,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Authors put tags into titles; the title is shown as text. */
function plainText(text: string): string {
  return text.replace(/<[^>]*>/g, '');
}
