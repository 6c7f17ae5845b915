// Compares the message files with each other and with the sources: missing, unknown, unused and broken messages.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { AREAS } from './messages.ts';

/** What the check found; every list holds `area.key` or `area/language: key`. */
export interface MessageReport {
  /** Messages of English that a language lacks. */
  missing: string[];
  /** Keys of a language that English does not have. */
  unknown: string[];
  /** Keys that no source names. */
  unused: string[];
  /** Keys that a source names and English does not have. */
  undefinedKeys: string[];
  /** Messages that cannot be parsed, that are written twice, or whose arguments differ from the English ones. */
  broken: string[];
  /** Share of the English messages present, by language and area, 0 to 1. */
  coverage: Record<string, Record<string, number>>;
}

/** Areas whose keys are put together at run time, so that sources do not name them. */
const COMPUTED_AREAS = new Set(['errors', 'formats', 'item-types']);

type Files = Map<string, Map<string, Record<string, string>>>;

/** Checks the folder of messages against the text of the sources. */
export async function checkMessages(messagesFolder: string, sources: Iterable<string>): Promise<MessageReport> {
  const report: MessageReport = { missing: [], unknown: [], unused: [], undefinedKeys: [], broken: [], coverage: {} };
  const files = await readAll(messagesFolder, report);
  for (const [area, languages] of files) {
    const english = languages.get('en') ?? {};
    for (const [language, messages] of languages) compare(report, area, language, messages, english);
  }
  compareWithSources(report, files, sources);
  return report;
}

async function readAll(folder: string, report: MessageReport): Promise<Files> {
  const files: Files = new Map();
  for (const area of await readdir(folder)) {
    const languages = new Map<string, Record<string, string>>();
    for (const name of await readdir(join(folder, area))) {
      if (!name.endsWith('.json')) continue;
      const text = await readFile(join(folder, area, name), 'utf8');
      const language = name.slice(0, -5);
      languages.set(language, JSON.parse(text));
      for (const key of writtenTwice(text)) report.broken.push(`${area}/${language}: ${key} is written twice`);
    }
    files.set(area, languages);
  }
  return files;
}

/** Keys that a file holds more than once, of which reading it would silently take the last. */
function writtenTwice(text: string): string[] {
  const keys = [...text.matchAll(/^\s*"((?:[^"\\]|\\.)*)"\s*:/gm)].map(([, key = '']) => key);
  return keys.filter((key, at) => keys.indexOf(key) < at);
}

function compare(
  report: MessageReport,
  area: string,
  language: string,
  messages: Record<string, string>,
  english: Record<string, string>,
): void {
  const where = `${area}/${language}`;
  for (const key of Object.keys(messages)) if (!(key in english)) report.unknown.push(`${where}: ${key}`);
  let present = 0;
  for (const [key, source] of Object.entries(english)) {
    const message = messages[key];
    if (message === undefined || message === '') {
      report.missing.push(`${where}: ${key}`);
      continue;
    }
    present++;
    const wanted = argumentsOf(source);
    const found = argumentsOf(message);
    if (!found) report.broken.push(`${where}: ${key} cannot be parsed`);
    else if (wanted && [...found].some((name) => !wanted.has(name)))
      report.broken.push(`${where}: ${key} has other arguments than English`);
  }
  report.coverage[language] ??= {};
  report.coverage[language][area] = present / Math.max(1, Object.keys(english).length);
}

/** Names of the arguments of a message, nested ones included; undefined when it cannot be parsed. */
function argumentsOf(message: string): Set<string> | undefined {
  try {
    const names = new Set<string>();
    collect(new IntlMessageFormat(message, 'en').getAst(), names);
    return names;
  } catch {
    return undefined;
  }
}

interface Part {
  type: number;
  value?: unknown;
  options?: Record<string, { value: unknown[] }>;
  children?: unknown[];
}

const LITERAL = 0;
const POUND = 7;

function collect(parts: readonly unknown[], names: Set<string>): void {
  for (const part of parts as readonly Part[]) {
    if (part.type !== LITERAL && part.type !== POUND && typeof part.value === 'string') names.add(part.value);
    for (const option of Object.values(part.options ?? {})) collect(option.value, names);
    if (part.children) collect(part.children, names);
  }
}

function compareWithSources(report: MessageReport, files: Files, sources: Iterable<string>): void {
  const named = new Set<string>();
  const stems = new Set<string>();
  const areas = AREAS.map((area) => area.replaceAll('-', '\\-')).join('|');
  const literal = new RegExp(`['"\`]((?:${areas})\\.[\\w.-]+)(\\$\\{)?`, 'g');
  for (const source of sources) {
    for (const match of source.matchAll(literal)) (match[2] ? stems : named).add(match[1] ?? '');
  }
  const known = new Set<string>();
  for (const [area, languages] of files) {
    for (const key of Object.keys(languages.get('en') ?? {})) {
      const full = `${area}.${key}`;
      known.add(full);
      if (COMPUTED_AREAS.has(area) || named.has(full) || [...stems].some((stem) => full.startsWith(stem))) continue;
      report.unused.push(full);
    }
  }
  for (const key of named) if (!known.has(key) && !/\.(ts|tsx|json|css|html)$/.test(key)) report.undefinedKeys.push(key);
}
