// Checks the constructs with many branches: CASE and IN.
import { coerce, unify } from './coerce.ts';
import { alike } from './moments.rules.ts';
import { asSingles } from './singles.rules.ts';
import type { Checked, Expression } from './tree.ts';
import { WhereError } from './where-error.ts';

/** CASE with a condition or a compared value in each branch; all results have one type. */
export function checkCase(node: Extract<Expression, { kind: 'case' }>, visit: (child: Expression) => Checked): Checked {
  const results = [...node.branches.map((branch) => branch.result), ...(node.otherwise ? [node.otherwise] : [])].map(visit);
  const unified = unify(results, node.at);
  const operand = node.operand ? visit(node.operand) : undefined;
  const whens = node.branches.map((branch) => visit(branch.when));
  const compared = operand ? asSingles(unify(alike([operand, ...whens]), node.at)) : undefined;
  if (!compared && whens.some((when) => when.type !== 'boolean')) throw new WhereError('where-when', node.at);
  const branches = whens.map((when, index) => ({ when: compared?.[index + 1] ?? when, result: unified[index] ?? when }));
  const otherwise = node.otherwise ? unified.at(-1) : undefined;
  return {
    kind: 'case',
    branches,
    type: unified[0]?.type ?? 'unknown',
    at: node.at,
    ...(compared?.[0] ? { operand: compared[0] } : {}),
    ...(otherwise ? { otherwise } : {}),
  };
}

/** IN with a list of values of the type of what is looked for. */
export function checkList(node: Extract<Expression, { kind: 'in' }>, visit: (child: Expression) => Checked): Checked {
  const [arg, ...list] = asSingles(unify(alike([visit(node.arg), ...node.list.map(visit)]), node.at));
  if (arg === undefined || arg.type === 'boolean') throw new WhereError('where-value-needed', node.at);
  const fitted = arg.type === 'unknown' ? [arg, ...list].map((one) => coerce(one, 'text')) : [arg, ...list];
  return { ...node, arg: fitted[0] ?? arg, list: fitted.slice(1), type: 'boolean' };
}
