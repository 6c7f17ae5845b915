// The configuration of apps made from templates: the questions of a template, and the answers of an app. Both are JSON that
// somebody else wrote, so that nothing of it is trusted.

/** A question that the portal has a field for. */
export type QuestionKind = 'text' | 'paragraphs' | 'html' | 'number' | 'switch' | 'choice' | 'colour' | 'webmap';

/** One question of a template. Texts are plain or HTML, as its author wrote them: they are shown as plain text. */
export interface Question {
  kind: QuestionKind;
  /** Under which name the answer is kept. */
  name: string;
  label: string;
  hint: string;
  /** Shown while there is no answer. */
  placeholder: string;
  options: readonly { value: string | number | boolean; label: string }[];
  min: number | undefined;
  max: number | undefined;
  /** Digits after the point. */
  places: number | undefined;
  /** Name of the switch that has to be on; undefined for questions that are always asked. */
  under: string | undefined;
}

/** What stands between questions, or for one that the portal has no field for: its answer stays as it is. */
export type QuestionEntry =
  | { entry: 'question'; question: Question }
  | { entry: 'heading' | 'note'; text: string }
  | { entry: 'unknown'; type: string; label: string };

/** Questions that belong together. */
export interface QuestionSection {
  title: string;
  entries: readonly QuestionEntry[];
}

/** What an app is set to, by the names of the questions. */
export type Answers = Readonly<Record<string, unknown>>;

/** Longer configurations are cut here, so that no template makes a page that cannot be used. */
const MOST_ENTRIES = 400;
const MOST_OPTIONS = 500;
const LONGEST_TEXT = 2000;

type Json = Readonly<Record<string, unknown>>;

/** The questions of a template by its data; undefined when it asks none. @source CO-014 */
export function readQuestions(data: unknown): QuestionSection[] | undefined {
  const settings = asJson(data).configurationSettings;
  if (!Array.isArray(settings)) return undefined;
  let left = MOST_ENTRIES;
  const sections = settings.map((each) => {
    const section = asJson(each);
    const entries = listOf(section.fields)
      .flatMap((field) => readField(asJson(field), undefined))
      .slice(0, left);
    left -= entries.length;
    return { title: textOf(section.category), entries };
  });
  const asked = sections.filter(({ entries }) => entries.length > 0);
  return asked.length === 0 ? undefined : asked;
}

/** What an app, or a template for its apps, is set to by its data. */
export function answersOf(data: unknown): Answers {
  return asJson(asJson(data).values);
}

/** The template that an app was made from, by the app's data. */
export function templateOf(data: unknown): string | undefined {
  const { source } = asJson(data);
  return typeof source === 'string' && /^[0-9a-f]{32}$/i.test(source) ? source : undefined;
}

/** The data with some answers changed; undefined takes one away. All else of the data stays. */
export function withAnswers(data: unknown, changed: ReadonlyMap<string, unknown>): Json {
  const values = new Map(Object.entries(answersOf(data)));
  for (const [name, value] of changed) {
    if (value === undefined) values.delete(name);
    else values.set(name, value);
  }
  return { ...asJson(data), values: Object.fromEntries(values) };
}

const KINDS: Readonly<Record<string, QuestionKind>> = {
  string: 'text',
  number: 'number',
  boolean: 'switch',
  conditional: 'switch',
  options: 'choice',
  color: 'colour',
  webmap: 'webmap',
};
const TEXTS: Readonly<Record<string, QuestionKind>> = { richtext: 'html', textarea: 'paragraphs' };

/** A switch with questions of its own gives them after itself, one level deep. */
function readField(field: Json, under: string | undefined): QuestionEntry[] {
  const type = textOf(field.type).toLowerCase();
  const label = textOf(field.label);
  if (type === 'paragraph') return [{ entry: 'note', text: textOf(field.value) || label }];
  if (type === 'subcategory') return [{ entry: 'heading', text: label }];
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  const name = textOf(field.fieldName) || (kind === 'webmap' ? 'webmap' : '');
  if (kind === undefined || name === '' || name === '__proto__')
    return type === '' ? [] : [{ entry: 'unknown', type, label: label || name }];
  const limits = asJson(field.constraints);
  const question: Question = {
    kind: kind === 'text' ? (TEXTS[textOf(field.stringFieldOption).toLowerCase()] ?? kind) : kind,
    name,
    label,
    hint: textOf(field.tooltip),
    placeholder: textOf(field.placeHolder),
    options: kind === 'choice' ? listOf(field.options).slice(0, MOST_OPTIONS).flatMap(readOption) : [],
    min: numberOf(limits.min),
    max: numberOf(limits.max),
    places: numberOf(limits.places),
    under,
  };
  const below = type === 'conditional' && under === undefined ? listOf(field.items) : [];
  return [{ entry: 'question', question }, ...below.flatMap((each) => readField(asJson(each), name))];
}

function readOption(raw: unknown): Question['options'] {
  const { value, label } = asJson(raw);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
  return [{ value, label: textOf(label) || String(value) }];
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '';
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
