// Which symbol a style gives to which feature, as far as a style can tell without scripts.
import { type UniqueValueClass, uniqueValueClasses } from '@graticule/contract/documents/unique-values';
import type { GeometryType } from '@graticule/contract/services/layer';
import { defaultDrawing } from '../features/index.ts';
import { readPicture } from './style-pictures.ts';
import {
  asNumber,
  CLEAR,
  colour,
  type Expression,
  type FieldReader,
  followedField,
  isNumber,
  list,
  type Members,
  members,
  number,
  PIXELS_PER_POINT,
  rising,
} from './style-values.ts';

/** A symbol as the style draws it. @units widths in pixels */
export interface StyleSymbol {
  fill: string;
  line: string;
  width: number;
  radius: number;
  /** The picture that is drawn instead. */
  icon?: StyleIcon;
}

/** A picture of the sprite as a symbol. @units pixels, degrees clockwise */
export interface StyleIcon {
  name: string;
  /** The longer side of the picture as the sprite has it. */
  side: number;
  scale: number;
  angle: number;
  /** To the right and down, of the picture as the sprite has it. */
  offset: [number, number];
}

type Value = string | number | Expression;

/** The symbols of a renderer. */
export interface SymbolChoice {
  symbols: readonly StyleSymbol[];
  /** A property of theirs: one value, or an expression for classes. */
  pick(read: (symbol: StyleSymbol) => Value): unknown;
}

/** What a renderer is read for. */
export interface SymbolContext {
  geometryType: GeometryType;
  /** Number of the layer, which picks the colour of what has none. */
  seed: number;
  field: FieldReader;
  /** Names of the pictures that the sprite has. */
  pictures: ReadonlySet<string>;
}

const UNSEEN: StyleSymbol = { fill: CLEAR, line: CLEAR, width: 0, radius: 0 };

/** The symbols that a renderer gives to features; the default drawing where none of them can be told. */
export function symbolChoice(renderer: Members, context: SymbolContext): SymbolChoice {
  const classes = renderer.type === 'uniqueValue' ? uniqueValueClasses(renderer) : [];
  if (classes.length > 0) {
    const input = uniqueInput(renderer, context.field);
    if (input !== undefined) return byValue(input, classes, renderer, context);
  }
  const infos = list(renderer.classBreakInfos);
  if (renderer.type === 'classBreaks' && infos.length > 0) {
    const input = classified(renderer, context.field);
    if (input !== undefined) return byBreaks(input, infos, renderer, context);
  }
  const only = renderer.type === 'simple' ? (renderer.symbol ?? renderer.defaultSymbol) : (renderer.defaultSymbol ?? renderer.symbol);
  const symbol = readSymbol(only ?? defaultSymbol(context, 0), context, 0);
  return { symbols: [symbol], pick: (read) => read(symbol) };
}

function byValue(input: Expression, classes: UniqueValueClass[], renderer: Members, context: SymbolContext): SymbolChoice {
  // A style that has a value twice is refused as a whole.
  const byText = new Map<string, StyleSymbol>();
  for (const [index, { values, symbol: stored }] of classes.entries()) {
    const symbol = readSymbol(stored, context, index + 1);
    for (const text of values) if (!byText.has(text)) byText.set(text, symbol);
  }
  const otherwise = readSymbol(renderer.defaultSymbol, context, 0);
  return {
    symbols: [...byText.values(), otherwise],
    pick: (read) => ['match', input, ...[...byText].flatMap(([text, symbol]) => [text, read(symbol)]), read(otherwise)],
  };
}

/** A class holds its upper bound; what is in none, a feature without a number too, has the symbol of the others. */
function byBreaks({ value, isSo }: Classified, infos: Members[], renderer: Members, context: SymbolContext): SymbolChoice {
  const classes = rising(
    infos.map((info, index) => [number(info.classMaxValue, Number.MAX_VALUE), { info, symbol: readSymbol(info.symbol, context, index) }]),
  );
  let below: number | undefined;
  const cases = classes.map(([max, { info, symbol }], index) => {
    const low = info.classMinValue ?? (index === 0 ? renderer.minValue : undefined);
    // Where one class ends and the next begins, those before have taken what is not above.
    const above = typeof low === 'number' && low !== below ? [['>=', value, low]] : [];
    below = max;
    return { test: ['all', ...isSo, ...above, ['<=', value, max]], symbol };
  });
  const otherwise = readSymbol(renderer.defaultSymbol, context, 0);
  return {
    symbols: [...cases.map(({ symbol }) => symbol), otherwise],
    pick: (read) => ['case', ...cases.flatMap(({ test, symbol }) => [test, read(symbol)]), read(otherwise)],
  };
}

/** A number that is put into classes, and what has to be so for there to be one. */
interface Classified {
  value: Expression;
  isSo: Expression[];
}

/** The field's number, or that in relation to others. */
function classified(renderer: Members, read: FieldReader): Classified | undefined {
  const { normalizationType, normalizationField, normalizationTotal } = renderer;
  const field = read(followedField(renderer.field, renderer.valueExpression));
  if (field === undefined) return undefined;
  const value = asNumber(field);
  const isSo = [isNumber(field)];
  if (normalizationType === 'esriNormalizeByField' && typeof normalizationField === 'string') {
    const other = read(normalizationField);
    if (other === undefined) return undefined;
    return { value: ['/', value, asNumber(other)], isSo: [...isSo, isNumber(other), ['!=', other, 0]] };
  }
  if (normalizationType === 'esriNormalizeByLog') return { value: ['log10', value], isSo: [...isSo, ['>', value, 0]] };
  const total = number(normalizationTotal, 0);
  const isShare = normalizationType === 'esriNormalizeByPercentOfTotal' && total !== 0;
  return { value: isShare ? ['*', 100, ['/', value, total]] : value, isSo };
}

/** The text that unique values are compared with; several fields are joined by the delimiter. */
function uniqueInput({ field1, field2, field3, valueExpression, fieldDelimiter }: Members, read: FieldReader): Expression | undefined {
  const names = [followedField(field1, valueExpression), field2, field3].filter((name) => typeof name === 'string' && name !== '');
  const texts = names.flatMap((name): Expression[] => {
    const field = read(name);
    return field === undefined ? [] : [['to-string', field]];
  });
  const [only, ...more] = texts;
  if (only === undefined || texts.length < names.length) return undefined;
  const delimiter = typeof fieldDelimiter === 'string' ? fieldDelimiter : ',';
  return more.length === 0 ? only : ['concat', only, ...more.flatMap((text) => [delimiter, text])];
}

/** The symbol of the default drawing; `place` among the classes keeps the colours of those that are drawn so apart. */
function defaultSymbol({ geometryType, seed }: SymbolContext, place: number): Members {
  return members(defaultDrawing(geometryType, seed + place).renderer.symbol);
}

const PLAIN: readonly unknown[] = ['esriSLS', 'esriSMS', 'esriSFS', undefined];

/** A symbol of plain colours as it is, and a picture where the sprite has it; of others the place and size. */
function readSymbol(value: unknown, context: SymbolContext, place: number): StyleSymbol {
  if (value === null || value === undefined) return UNSEEN;
  const symbol = members(value);
  if (PLAIN.includes(symbol.type)) return readPlain(symbol);
  const instead = readPlain(defaultSymbol(context, place));
  if (symbol.type === 'esriPMS') {
    const widthPoints = number(symbol.width, 0);
    const icon = readIcon(symbol, context);
    if (icon !== undefined) return { ...UNSEEN, icon };
    return widthPoints > 0 ? { ...instead, radius: (widthPoints * PIXELS_PER_POINT) / 2 } : instead;
  }
  const outline = members(symbol.outline);
  return symbol.type === 'esriPFS' && Array.isArray(outline.color) ? { ...instead, ...readOutline(outline) } : instead;
}

function readIcon(symbol: Members, { geometryType, pictures }: SymbolContext): StyleIcon | undefined {
  if (geometryType !== 'esriGeometryPoint' && geometryType !== 'esriGeometryMultipoint') return undefined;
  const picture = readPicture(symbol);
  if (picture === undefined || !pictures.has(picture.name)) return undefined;
  const { name, width, height, scale } = picture;
  const pixels = (points: unknown): number => (number(points, 0) * PIXELS_PER_POINT) / scale;
  const offset: [number, number] = [pixels(symbol.xoffset), 0 - pixels(symbol.yoffset)];
  return { name, side: Math.max(width, height), scale, angle: number(symbol.angle, 0), offset };
}

function readPlain(symbol: Members): StyleSymbol {
  const isUnseen = symbol.style === 'esriSFSNull' || symbol.style === 'esriSLSNull';
  const { line, width } = readOutline(members(symbol.outline));
  return {
    fill: isUnseen ? CLEAR : colour(symbol.color),
    line,
    width: symbol.type === 'esriSLS' ? Math.max(0, number(symbol.width, 1)) * PIXELS_PER_POINT : width,
    radius: (Math.max(0, number(symbol.size, 6)) * PIXELS_PER_POINT) / 2,
  };
}

function readOutline({ style, color, width }: Members): Pick<StyleSymbol, 'line' | 'width'> {
  return style === 'esriSLSNull'
    ? { line: CLEAR, width: 0 }
    : { line: colour(color), width: Math.max(0, number(width, 0)) * PIXELS_PER_POINT };
}
