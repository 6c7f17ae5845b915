// Writes a query tree as text: how a repaired query is shown back.
import { ANY_ONE, ANY_RUN, type QueryNode, type TermNode } from './grammar.ts';

/** The text of a tree; reading it again gives the same tree. */
export function writeQuery(node: QueryNode): string {
  switch (node.kind) {
    case 'nothing':
      return '';
    case 'term':
      return `${prefix(node.field)}${writeTerm(node)}${node.boost === 1 ? '' : `^${node.boost}`}`;
    case 'range': {
      const open = node.fromIncluded ? '[' : '{';
      const close = node.toIncluded ? ']' : '}';
      return `${prefix(node.field)}${open}${writeEnd(node.from)} TO ${writeEnd(node.to)}${close}`;
    }
    case 'not':
      return `NOT ${inner(node.clause)}`;
    case 'or':
      return node.clauses.map(inner).join(' OR ');
    case 'and':
      if (node.optional.length === 0) return node.clauses.map(inner).join(' AND ');
      return [...node.optional.map(inner), ...node.clauses.map(signed)].join(' ');
  }
}

function signed(node: QueryNode): string {
  return node.kind === 'not' ? `-${inner(node.clause)}` : `+${inner(node)}`;
}

function inner(node: QueryNode): string {
  return node.kind === 'and' || node.kind === 'or' || node.kind === 'not' ? `(${writeQuery(node)})` : writeQuery(node);
}

function prefix(field: string | undefined): string {
  return field === undefined ? '' : `${field}:`;
}

function writeEnd(value: string | undefined): string {
  return value === undefined ? '*' : `"${value}"`;
}

function writeTerm(term: TermNode): string {
  if (term.quoted) return `"${term.text.replace(/["\\]/g, '\\$&')}"`;
  const escaped = term.text.replace(/[\\()[\]{}"^~:*?!+&|\-\s]/g, '\\$&');
  const word = /^(AND|OR|NOT)$/.test(escaped) ? `\\${escaped}` : escaped;
  return word.replaceAll(ANY_RUN, '*').replaceAll(ANY_ONE, '?');
}
