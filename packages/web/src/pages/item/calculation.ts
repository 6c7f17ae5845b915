// Setting a field of many rows at once: which fields, what an expression says, and what the portal finds wrong with it.

import { calculateField } from '@graticule/contract/services/feature-operations';
import { validateSql } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import type { Sentence } from '@graticule/geo/sentence';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

/** Words that mean something else to an expression than the field of that name. */
const KEYWORDS = new Set(
  (
    'AND OR NOT IS NULL IN BETWEEN LIKE ESCAPE CASE WHEN THEN ELSE END SELECT UNION FROM WHERE COLLATE DATE TIME TIMESTAMP INTERVAL ' +
    'CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER'
  ).split(' '),
);

/** A field as an expression names it. */
export function nameInSql(name: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(name) && !KEYWORDS.has(name.toUpperCase());
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The text with a name in the place of what is chosen in it, apart from the words beside it; and where one goes on. */
export function withName(text: string, from: number, to: number, name: string): { text: string; at: number } {
  const [before, behind] = [text.slice(0, from), text.slice(to)];
  const isWordEnd = /[\p{L}\p{N}_"')]$/u.test(before);
  const isWordStart = /^[\p{L}\p{N}_"'(]/u.test(behind);
  const put = `${isWordEnd ? ' ' : ''}${nameInSql(name)}${isWordStart ? ' ' : ''}`;
  return { text: before + put + behind, at: from + put.length - (isWordStart ? 1 : 0) };
}

interface Address {
  service: string;
  layer: LayerInfo;
}

/** What is wrong with an expression by itself; undefined when nothing is. */
export async function faultOfExpression({ service, layer }: Address, sql: string, signal?: AbortSignal): Promise<ApiError | undefined> {
  const asked = { service, layer: String(layer.id), sql, sqlType: 'expression' };
  const { isValidSQL, validationErrors = [] } = await call(validateSql, asked, { quiet: true, ...(signal ? { signal } : {}) });
  const [first] = validationErrors;
  return isValidSQL ? undefined : new ApiError(400, first?.description ?? '', undefined, { reasons: first?.reasons });
}

/** What the rows get: what an expression gives for each, or one value. */
export type Calculated = { sqlExpression: string } | { value: string | number | null };

/** Gives how many rows were changed. An expression is looked at first. @throws ApiError */
export async function calculate(address: Address, field: WireField, where: string, what: Calculated): Promise<number> {
  const fault = 'sqlExpression' in what ? await faultOfExpression(address, what.sqlExpression) : undefined;
  if (fault) throw fault;
  const asked = { service: address.service, layer: String(address.layer.id), where, calcExpression: [{ field: field.name, ...what }] };
  return (await call(calculateField, asked)).updatedFeatureCount;
}

/** What the portal says of the expression; undefined when it is something else that failed. */
export function saidOfExpression(error: Error | null | undefined): Sentence | undefined {
  return error instanceof ApiError ? error.reasons.find(({ code }) => code.startsWith('expression-')) : undefined;
}
