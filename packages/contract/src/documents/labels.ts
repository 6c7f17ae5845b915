// Labels of a layer as far as a map style can tell them without running a script: their text, their place and their scales.
import { resolution } from '@graticule/geo/project/tile-grid';

/** A piece of a label: fixed text or the name of a field. */
export type LabelPart = { text: string } | { field: string };

/** What a field holds, as far as it matters to a label. */
export type FieldKind = 'number' | 'date' | 'text';

const NUMBERS = /^esriFieldType(OID|Integer|SmallInteger|BigInteger|Single|Double)$/;

/** Tells the kinds of the fields of a layer by their names, whose case does not matter; a field that is not known is a text. */
export function fieldKinds(fields: readonly { name: string; type?: string }[]): (name: string) => FieldKind {
  const types = new Map(fields.map(({ name, type = '' }) => [name.toLowerCase(), type]));
  return (name) => {
    const type = types.get(name.trim().toLowerCase()) ?? '';
    if (NUMBERS.test(type)) return 'number';
    return type === 'esriFieldTypeDate' ? 'date' : 'text';
  };
}

/** Longer expressions are not read. */
const LONGEST = 4000;

/**
 * Reads the simple forms of a label expression; undefined for anything that must be computed, and for dates, which a style
 * cannot write. Whatever was stored may be asked.
 */
export function labelParts(
  { labelExpression, labelExpressionInfo }: Readonly<Record<string, unknown>>,
  kindOf: (field: string) => FieldKind,
): LabelPart[] | undefined {
  const { expression, value } = isObject(labelExpressionInfo) ? labelExpressionInfo : { expression: undefined, value: undefined };
  const template = value || labelExpression;
  const isScript = isText(expression);
  const parts = isScript ? scriptParts(expression) : isText(template) ? templateParts(template) : undefined;
  if (!parts?.some((part) => 'field' in part)) return undefined;
  const isOf = (part: LabelPart | undefined, kind: FieldKind): boolean =>
    part !== undefined && 'field' in part && kindOf(part.field) === kind;
  if (parts.some((part) => isOf(part, 'date'))) return undefined;
  // Numbers that a script adds are a sum as long as no text came before them.
  return isScript && isOf(parts[0], 'number') && isOf(parts[1], 'number') ? undefined : parts;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const SCRIPT_PART =
  /\s*(?:\$feature(?:\.([\p{L}_][\p{L}\p{N}_]*)|\[\s*(?:"([^"]+)"|'([^']+)')\s*\])|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(TextFormatting\.NewLine))\s*(\+|$)/uy;

/** `$feature.NAME`, or several such and texts joined by `+`. */
function scriptParts(script: string): LabelPart[] | undefined {
  if (script.length > LONGEST) return undefined;
  const joined = script
    .trim()
    .replace(/^return\s/, '')
    .replace(/;$/, '')
    .trimEnd();
  const parts: LabelPart[] = [];
  SCRIPT_PART.lastIndex = 0;
  for (;;) {
    const [, plain, double, single, text, other, line, end] = SCRIPT_PART.exec(joined) ?? [];
    if (end === undefined) return undefined;
    const field = plain ?? double ?? single;
    parts.push(field === undefined ? { text: line === undefined ? unescaped(text ?? other ?? '') : '\n' } : { field });
    if (end === '') return parts;
  }
}

const unescaped = (text: string): string => text.replace(/\\(.)/gsu, (_, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign);

/** Blanks are taken as they stand together: one by one, each of them would look again for what follows them all. */
const TEMPLATE_PART = /"([^"]*)"|\[([^[\]]+)\]|\{([^{}]+)\}|\b(NEWLINE)\b|(\s+CONCAT\s+)|(\s+|\S)/giu;

/** `{NAME}` or `[NAME]`, with texts between; the older form joins with CONCAT, and what calls a function has to be computed. */
function templateParts(template: string): LabelPart[] | undefined {
  if (template.length > LONGEST) return undefined;
  const parts: LabelPart[] = [];
  let loose = '';
  /** What was added to it last. */
  let ending = '';
  const close = (): void => {
    if (loose !== '') parts.push({ text: loose });
    loose = ending = '';
  };
  for (const [, quoted, square, curly, line, joint, other = ''] of template.matchAll(TEMPLATE_PART)) {
    if (joint !== undefined) continue;
    const field = square ?? curly;
    if (field === undefined) {
      // The ending alone, since all of a long text would be looked through for each parenthesis.
      if (other === '(' && /\p{L}$/u.test(ending)) return undefined;
      const added = line === undefined ? (quoted ?? other) : '\n';
      loose += added;
      ending = added || ending;
      continue;
    }
    close();
    parts.push({ field: field.trim() });
  }
  close();
  return parts;
}

/** The layout members of a style that put a label where its class says. */
export function labelPlacement(placement: unknown, kind: 'point' | 'line' | 'polygon'): Record<string, unknown> {
  const wanted = typeof placement === 'string' ? placement : '';
  if (kind === 'line') return { 'symbol-placement': 'line', ...ALONG.find(([pattern]) => pattern.test(wanted))?.[1] };
  if (kind === 'polygon') return { 'text-anchor': 'center' };
  const fixed = ANCHORS.find(([pattern]) => pattern.test(wanted))?.[1];
  return fixed ?? { 'text-variable-anchor': ['left', 'right', 'top', 'bottom'], 'text-radial-offset': 0.6, 'text-justify': 'auto' };
}

type Places = readonly (readonly [RegExp, Record<string, unknown>])[];

const ALONG: Places = [
  [/Above(Along|Start|End|Before|After)/, { 'text-offset': [0, -0.9] }],
  [/Below(Along|Start|End|Before|After)/, { 'text-offset': [0, 0.9] }],
];

const ANCHORS: Places = [
  [/AboveRight/, { 'text-anchor': 'bottom-left', 'text-offset': [0.4, -0.3] }],
  [/AboveLeft/, { 'text-anchor': 'bottom-right', 'text-offset': [-0.4, -0.3] }],
  [/AboveCenter/, { 'text-anchor': 'bottom', 'text-offset': [0, -0.5] }],
  [/BelowRight/, { 'text-anchor': 'top-left', 'text-offset': [0.4, 0.3] }],
  [/BelowLeft/, { 'text-anchor': 'top-right', 'text-offset': [-0.4, 0.3] }],
  [/BelowCenter/, { 'text-anchor': 'top', 'text-offset': [0, 0.5] }],
  [/CenterCenter/, { 'text-anchor': 'center' }],
  [/CenterRight/, { 'text-anchor': 'left', 'text-offset': [0.6, 0] }],
  [/CenterLeft/, { 'text-anchor': 'right', 'text-offset': [-0.6, 0] }],
];

/** The zoom levels between which labels are drawn; scales of 0 are no limit. */
export function labelZooms({ minScale, maxScale }: { minScale?: unknown; maxScale?: unknown }): { minzoom?: number; maxzoom?: number } {
  return {
    ...(typeof minScale === 'number' && minScale > 0 ? { minzoom: bounded(zoomOfScale(minScale)) } : {}),
    ...(typeof maxScale === 'number' && maxScale > 0 ? { maxzoom: bounded(zoomOfScale(maxScale)) } : {}),
  };
}

const bounded = (zoom: number): number => Math.min(24, Math.max(0, zoom));

const DOTS_PER_METRE = 96 / 0.0254;

/** Zoom of a map of tiles of 512 pixels at which a scale `1:denominator` is reached. */
export function zoomOfScale(denominator: number): number {
  return Math.log2((resolution(0, 512) * DOTS_PER_METRE) / denominator);
}
