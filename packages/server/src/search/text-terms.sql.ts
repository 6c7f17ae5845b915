// Words and phrases of a query as conditions on a `tsvector` made by `searchDocument`.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { exactLexeme, foldText, quoteLexeme, singular, wordsOf } from '../platform/db/search-text.ts';
import { ANY_ONE, ANY_RUN } from './grammar.ts';

/** A condition and the text form of the `tsquery` that measures how well it holds. */
export interface TextCondition {
  condition: RawBuilder<SqlBool>;
  tsquery: string;
}

/**
 * The condition for a word or phrase; `field` limits it to words of one field.
 * Undefined when the text holds no words, such as a lone `&`.
 */
export function wordsCondition(
  search: RawBuilder<unknown>,
  field: string | undefined,
  text: string,
  quoted: boolean,
): TextCondition | undefined {
  const prefix = field === undefined ? '' : `${field}:`;
  const steps = quoted ? wordsOf(text.replaceAll(ANY_RUN, ' ').replaceAll(ANY_ONE, ' ')).map((word): Step => ({ word })) : stepsOf(text);
  if (steps.length === 0) return undefined;
  const tsquery = steps.map((step) => lexemeOf(prefix, step)).join(' <-> ');
  const patterns = steps.flatMap((step) => (step.pattern === undefined ? [] : [step.pattern]));
  const conditions = [sql<SqlBool>`${search} @@ ${tsquery}::tsquery`, ...patterns.map((pattern) => lexemeLike(search, prefix, pattern))];
  return { condition: sql`(${sql.join(conditions, sql` and `)})`, tsquery };
}

/** The condition for a whole value, as in `type:"Web Map"`. */
export function wholeValueCondition(search: RawBuilder<unknown>, field: string, value: string): TextCondition {
  const tsquery = quoteLexeme(exactLexeme(field, value));
  return { condition: sql`${search} @@ ${tsquery}::tsquery`, tsquery };
}

/** One word of a phrase; with a pattern only words that begin with `word` are looked at. */
interface Step {
  word: string;
  isPrefix?: boolean;
  pattern?: string;
}

function lexemeOf(prefix: string, step: Step): string {
  if (step.isPrefix) return `${quoteLexeme(prefix + step.word)}:*`;
  return quoteLexeme(prefix + singular(step.word));
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
