// Which features a renderer draws with which symbol, as expressions of the map library.
import type { ClassBreaksRenderer, Renderer, StoredSymbol, UniqueValueRenderer } from '@graticule/contract/documents/renderer';
import { uniqueValueClasses } from '@graticule/contract/documents/unique-values';
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';

/** One class of a renderer: what it draws and how the map tells that a feature is in it. */
export interface SymbolClass {
  symbol: StoredSymbol;
  label: string;
  /** What the classes of its group are called together. */
  heading?: string;
  /** Undefined for the class of everything else. */
  test?: ExpressionSpecification;
}

type Expression = ExpressionSpecification;

/** A field as a number; the test is false for text and for nothing. */
export function numberOf(field: string, normalization?: string | null): { value: Expression; isNumber: Expression } {
  const get: Expression = ['get', field];
  const isNumber: Expression = ['==', ['typeof', get], 'number'];
  if (!normalization) return { value: ['to-number', get, 0], isNumber };
  const by: Expression = ['get', normalization];
  return {
    value: ['/', ['to-number', get, 0], ['to-number', by, 1]],
    isNumber: ['all', isNumber, ['==', ['typeof', by], 'number'], ['!=', by, 0]] as Expression,
  };
}

/** The classes in order; a feature belongs to the first whose test holds. The class of the rest is last, if there is one. */
export function classesOf(renderer: Renderer): SymbolClass[] {
  switch (renderer.type) {
    case 'simple':
      return [{ symbol: renderer.symbol, label: renderer.label ?? '' }];
    case 'uniqueValue':
      return [...uniqueClasses(renderer), ...rest(renderer)];
    case 'classBreaks':
      return [...breakClasses(renderer), ...rest(renderer)];
    case 'heatmap':
      return [];
  }
}

function rest(renderer: UniqueValueRenderer | ClassBreaksRenderer): SymbolClass[] {
  return renderer.defaultSymbol ? [{ symbol: renderer.defaultSymbol, label: renderer.defaultLabel ?? '' }] : [];
}

/** The text that unique values are compared with; several fields are joined by the delimiter. */
function uniqueInput(renderer: UniqueValueRenderer): Expression {
  const fields = [renderer.field1, renderer.field2, renderer.field3].filter((field): field is string => Boolean(field));
  const texts = fields.map((field): Expression => ['to-string', ['get', field]]);
  const delimiter = renderer.fieldDelimiter ?? ',';
  const [only, ...more] = texts;
  if (!only) return ['literal', ''] as unknown as Expression;
  return more.length === 0 ? only : (['concat', only, ...more.flatMap((text) => [delimiter, text])] as unknown as Expression);
}

function uniqueClasses(renderer: UniqueValueRenderer): SymbolClass[] {
  const input = uniqueInput(renderer);
  return uniqueValueClasses({ ...renderer }).flatMap(({ values, symbol, ...named }) => {
    if (!symbol) return [];
    const test = values.length === 1 ? ['==', input, values[0]] : ['in', input, ['literal', values]];
    return [{ ...named, symbol, test: test as Expression }];
  });
}

/** The number that is put into classes: the field's, or that in relation to others. */
function classified(
  { normalizationType, normalizationField, normalizationTotal }: ClassBreaksRenderer,
  field: string,
): ReturnType<typeof numberOf> {
  if (normalizationType === 'esriNormalizeByField') return numberOf(field, normalizationField);
  const { value, isNumber } = numberOf(field);
  if (normalizationType === 'esriNormalizeByLog')
    return { value: ['log10', value], isNumber: ['all', isNumber, ['>', value, 0]] as Expression };
  if (normalizationType !== 'esriNormalizeByPercentOfTotal' || !normalizationTotal) return { value, isNumber };
  return { value: ['*', 100, ['/', value, normalizationTotal]], isNumber };
}

function breakClasses(renderer: ClassBreaksRenderer): SymbolClass[] {
  if (!renderer.field) return [];
  const { value, isNumber } = classified(renderer, renderer.field);
  let from = renderer.minValue;
  return (renderer.classBreakInfos ?? []).map((info, i) => {
    const low = info.classMinValue ?? from;
    from = info.classMaxValue;
    // a class holds its upper bound, so the lower one belongs to the class before it
    const above: Expression[] =
      low === undefined ? [] : [[i === 0 || info.classMinValue !== undefined ? '>=' : '>', value, low] as Expression];
    return {
      symbol: info.symbol,
      label: info.label ?? `${low ?? ''} – ${info.classMaxValue}`,
      test: ['all', isNumber, ...above, ['<=', value, info.classMaxValue]] as Expression,
    };
  });
}

/** A property by class: one value when all classes agree, else an expression. */
export function byClass<T extends string | number>(
  classes: readonly SymbolClass[],
  pick: (symbol: StoredSymbol) => T,
  none: T,
): T | Expression {
  const values = classes.map((each) => pick(each.symbol));
  if (new Set(values).size <= 1) return values[0] ?? none;
  const cases: unknown[] = [];
  let otherwise: T = none;
  classes.forEach((each, i) => {
    const value = values[i] ?? none;
    if (each.test) cases.push(each.test, value);
    else otherwise = value;
  });
  return ['case', ...cases, otherwise] as unknown as Expression;
}

/** Keeps features that belong to one of the classes; undefined when all do. */
export function classFilter(classes: readonly SymbolClass[], all: readonly SymbolClass[] = classes): FilterSpecification | undefined {
  if (classes.length === 0) return undefined;
  const tests = classes.flatMap((each) => (each.test ? [each.test] : []));
  if (tests.length === classes.length) return tests.length === 1 ? tests[0] : (['any', ...tests] as FilterSpecification);
  // with the class of everything else: whatever the classes left out do not take
  const left = all.filter((each) => !classes.includes(each)).flatMap((each) => (each.test ? [each.test] : []));
  return left.length > 0 ? (['!', ['any', ...left]] as FilterSpecification) : undefined;
}

/** Both filters, or the one there is. */
export function bothFilters(a: FilterSpecification | undefined, b: FilterSpecification | undefined): FilterSpecification | undefined {
  if (a && b) return ['all', a, b] as FilterSpecification;
  return a ?? b;
}
