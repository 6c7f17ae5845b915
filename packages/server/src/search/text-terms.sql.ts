// Words and phrases of a query as conditions on a `tsvector` made by `searchDocument`.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { exactLexeme, foldText, quoteLexeme, singular, wordsOf } from '../platform/db/search-text.ts';
import { ANY_ONE, ANY_RUN } from './grammar.ts';

/** Words that a document must match, as the text of a `tsquery`, and the patterns that no `tsquery` can say. */
export interface TextCondition {
  tsquery: string;
  patterns: RawBuilder<SqlBool>[];
}

/**
 * A word or phrase; `field` limits it to words of one field, `weight` to words of that weight.
 * Undefined when the text holds no words, such as a lone `&`.
 */
export function words(
  search: RawBuilder<unknown>,
  text: string,
  { quoted, field, weight = '' }: { quoted: boolean; field?: string | undefined; weight?: string | undefined },
): TextCondition | undefined {
  const prefix = field === undefined ? '' : `${field}:`;
  const steps = quoted ? wordsOf(text.replaceAll(ANY_RUN, ' ').replaceAll(ANY_ONE, ' ')).map((word): Step => ({ word })) : stepsOf(text);
  if (steps.length === 0) return undefined;
  return {
    tsquery: steps.map((step) => lexemeOf(prefix, step, weight)).join(' <-> '),
    patterns: steps.flatMap((step) => (step.pattern === undefined ? [] : [lexemeLike(search, prefix, step.pattern)])),
  };
}

/** A whole value, as in `type:"Web Map"`, as the text of a `tsquery`. */
export function wholeValue(field: string, value: string): string {
  return quoteLexeme(exactLexeme(field, value));
}

/** One word of a phrase; with a pattern only words that begin with `word` are looked at. */
interface Step {
  word: string;
  isPrefix?: boolean;
  pattern?: string;
}

function lexemeOf(prefix: string, step: Step, weight: string): string {
  if (step.isPrefix) return `${quoteLexeme(prefix + step.word)}:*${weight}`;
  return quoteLexeme(prefix + singular(step.word)) + (weight === '' ? '' : `:${weight}`);
}

/**
 * A word or phrase in a text that the document holds only among others, by the words that the database cuts it into.
 * @param text an expression that gives the text
 */
export function wordsInText(text: RawBuilder<unknown>, value: string, quoted: boolean): RawBuilder<SqlBool> {
  const steps = quoted ? wordsOf(value.replaceAll(ANY_RUN, ' ').replaceAll(ANY_ONE, ' ')).map((word): Step => ({ word })) : stepsOf(value);
  const pattern = steps.map(({ word, pattern, isPrefix }) => {
    if (pattern !== undefined) return pattern.replaceAll('%', '[^ ]*').replaceAll('_', '[^ ]');
    if (isPrefix) return `${word}[^ ]*`;
    const one = singular(word);
    return one.endsWith('y') ? `(${one}s?|${one.slice(0, -1)}ies)` : `${one}(s|es)?`;
  });
  return sql`folded_words(${text}) ~ ${` ${pattern.join(' ')} `}`;
}

/** Cuts a word that may hold wildcards and punctuation the way documents are cut. */
function stepsOf(text: string): Step[] {
  const steps: Step[] = [];
  for (const [run] of foldText(text).matchAll(/[\p{L}\p{N}\p{M}\uE000\uE001]+/gu)) {
    const wild = run.search(/[\uE000\uE001]/);
    if (wild < 0) steps.push(...wordsOf(run).map((word): Step => ({ word })));
    else if (wild > 0) {
      const word = run.slice(0, wild);
      const rest = run.slice(wild);
      steps.push(/^\uE000+$/.test(rest) ? { word, isPrefix: true } : { word, isPrefix: true, pattern: likePattern(run) });
    }
  }
  return steps;
}

/** Words hold neither `%` nor `_`, so that nothing needs escaping here. */
function likePattern(run: string): string {
  return run.replaceAll(ANY_RUN, '%').replaceAll(ANY_ONE, '_');
}

function lexemeLike(search: RawBuilder<unknown>, prefix: string, pattern: string): RawBuilder<SqlBool> {
  // Lexemes of other kinds hold `:` or `=`; a general pattern must not reach into them.
  const general = prefix === '' ? sql`and l !~ '[:=]'` : sql``;
  return sql`exists (select 1 from unnest(tsvector_to_array(${search})) l where l like ${prefix + pattern} ${general})`;
}
