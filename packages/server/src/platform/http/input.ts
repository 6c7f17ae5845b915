// Turns the text of a form into the typed input of an endpoint.
import type { Endpoint } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import { ParamError } from '@graticule/contract/param';
import type { Form } from './form.ts';

/** The parsed parameters, and the names that were sent empty on purpose. */
export interface ParsedInput {
  input: Record<string, unknown>;
  cleared: Set<string>;
}

/**
 * Parses every parameter the endpoint knows; others are ignored.
 * @throws INVALID_PARAMETER or MISSING_PARAMETER with the name of the parameter
 */
export function parseInput(endpoint: Endpoint, form: Form, ignoreCase: boolean): ParsedInput {
  const find = finder(form.values, ignoreCase);
  const findFile = finder(form.files, ignoreCase);
  const clearing = 'clearEmptyFields' in endpoint.params && find('clearEmptyFields')?.at(-1)?.toLowerCase() === 'true';
  const input: Record<string, unknown> = {};
  const cleared = new Set<string>();
  for (const [name, param] of Object.entries(endpoint.params)) {
    const names = [name, ...param.aliases];
    if (param.kind === 'file') {
      const file = names.map((candidate) => findFile(candidate)).find((candidate) => candidate !== undefined);
      if (file !== undefined) input[name] = file;
      else if (param.required) throw fail('MISSING_PARAMETER', { values: [name] });
      continue;
    }
    const raw = names.map((candidate) => find(candidate)?.at(-1)).find((candidate) => candidate !== undefined);
    if (raw === undefined || raw === '') {
      if (raw === '' && clearing) cleared.add(name);
      if (param.required) throw fail('MISSING_PARAMETER', { values: [name] });
      continue;
    }
    try {
      input[name] = param.read(raw);
    } catch (error) {
      if (!(error instanceof ParamError)) throw error;
      throw fail('INVALID_PARAMETER', { values: [name, param.secret ? 'is not valid' : error.message] });
    }
  }
  return { input, cleared };
}

/** Looks a name up as written, then, where the API allows it, without regard to case. */
export function finder<T>(values: Map<string, T>, ignoreCase: boolean): (name: string) => T | undefined {
  const lower = new Map<string, T>();
  if (ignoreCase) for (const [name, value] of values) lower.set(name.toLowerCase(), value);
  return (name) => values.get(name) ?? lower.get(name.toLowerCase());
}
