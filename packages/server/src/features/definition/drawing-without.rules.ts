// What a drawing is without fields that are deleted: clients ask for every field that it names, and draw nothing where one is not there.
import type { DrawingInfo } from '@graticule/contract/services/layer';

type Loose = Record<string, unknown>;

const isRecord = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const recordsIn = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Members that hold the name of a field, in renderers, what varies by values, and their attributes. */
const NAMING = ['field', 'field1', 'field2', 'field3', 'normalizationField', 'rotationField'];
/** Members that hold an expression in which fields are `$feature.name` or `$feature["name"]`. */
const EXPRESSIONS = ['valueExpression', 'normalizationExpression', 'expression'];
const IN_EXPRESSION = /\$feature\s*(?:\.\s*(?<plain>[\p{L}_][\p{L}\p{N}_]*)|\[\s*["'](?<quoted>[^"']*)["']\s*\])/gu;
/** Fields of labels besides those in expressions: `[name]`, `{name}`, and words of a condition. */
const IN_LABEL = /\[(?<square>[^[\]"]+)\]|\{(?<curly>[^{}]+)\}/gu;
const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;

type IsGone = (name: string) => boolean;

function namedIn(expression: unknown): string[] {
  if (typeof expression !== 'string') return [];
  return [...expression.matchAll(IN_EXPRESSION)].map(({ groups }) => groups?.plain ?? groups?.quoted ?? '');
}

/** Whether something of a renderer needs a field that is gone, whatever stands deeper in it. */
function needsGone(part: Loose, isGone: IsGone): boolean {
  const names = [...NAMING.map((member) => part[member]), ...EXPRESSIONS.flatMap((member) => namedIn(part[member]))];
  return names.some((name) => typeof name === 'string' && isGone(name.toLowerCase()));
}

function isLabelStill(label: Loose, isGone: IsGone): boolean {
  const { labelExpression, labelExpressionInfo, where } = label;
  const info = isRecord(labelExpressionInfo) ? labelExpressionInfo : {};
  const texts = [labelExpression, info.value, info.expression].filter((text) => typeof text === 'string');
  const marked = texts.flatMap((text) => [...text.matchAll(IN_LABEL)].map(({ groups }) => groups?.square ?? groups?.curly ?? ''));
  const words = typeof where === 'string' ? (where.match(WORD) ?? []) : [];
  return ![...marked, ...texts.flatMap(namedIn), ...words].some((name) => isGone(name.trim().toLowerCase()));
}

/**
 * A drawing without fields that are gone: classes, sizes, colours and labels that are made of their values go with them.
 * @param isGone asked with names in small letters
 * @param plain the renderer in place of one that cannot do without a field
 */
export function drawingWithout(drawing: DrawingInfo, isGone: IsGone, plain: DrawingInfo['renderer']): DrawingInfo {
  const { renderer, labelingInfo } = drawing;
  const needs = needsGone(renderer, isGone) || recordsIn(renderer.attributes).some((one) => needsGone(one, isGone));
  const labels = Array.isArray(labelingInfo) ? labelingInfo.filter((one) => !isRecord(one) || isLabelStill(one, isGone)) : labelingInfo;
  return {
    ...drawing,
    renderer: needs ? plain : withoutVariables(renderer, isGone),
    ...(labelingInfo === undefined ? {} : { labelingInfo: Array.isArray(labels) && labels.length === 0 ? null : labels }),
  };
}

function withoutVariables(renderer: Loose, isGone: IsGone): Loose {
  const { visualVariables, authoringInfo, ...rest } = renderer;
  if (!Array.isArray(visualVariables)) return renderer;
  const left = visualVariables.filter((one) => !isRecord(one) || !needsGone(one, isGone));
  if (left.length === visualVariables.length) return renderer;
  // What is told of how it was made is told of the values that went.
  return left.length === 0 ? rest : { ...rest, visualVariables: left, ...(authoringInfo === undefined ? {} : { authoringInfo }) };
}
