// Turns a query tree into a condition where there is no prepared document: every term is compared by itself.
import { fail } from '@graticule/contract/errors';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { QueryNode, TermNode } from './grammar.ts';
import { dateCondition, rangeCondition } from './range.sql.ts';

/** What terms and times mean. */
export interface PlainTarget {
  /** The condition for a term; undefined for one without words. */
  term(term: TermNode): RawBuilder<SqlBool> | undefined;
  /** The column of a field that holds times. */
  time(field: string): RawBuilder<unknown> | undefined;
}

/** Compiles a tree; a query without words finds nothing. */
export function compilePlain(tree: QueryNode, target: PlainTarget): RawBuilder<SqlBool> {
  return compile(tree, target) ?? sql`false`;
}

function compile(node: QueryNode, target: PlainTarget): RawBuilder<SqlBool> | undefined {
  switch (node.kind) {
    case 'nothing':
      return undefined;
    case 'term': {
      const time = node.field === undefined ? undefined : target.time(node.field);
      return time === undefined ? target.term(node) : dateCondition(time, node.text);
    }
    case 'range': {
      const time = node.field === undefined ? undefined : target.time(node.field);
      if (time === undefined) throw fail('INVALID_PARAMETER', { values: ['q', 'has a range on a field that has none'] });
      return rangeCondition({ kind: 'date', column: time }, node);
    }
    case 'not': {
      const clause = compile(node.clause, target);
      return clause === undefined ? undefined : sql`not coalesce(${clause}, false)`;
    }
    case 'or':
    case 'and': {
      const needed = node.clauses.map((clause) => compile(clause, target)).filter((clause) => clause !== undefined);
      return needed.length === 0 ? undefined : sql`(${sql.join(needed, node.kind === 'or' ? sql` or ` : sql` and `)})`;
    }
  }
}
