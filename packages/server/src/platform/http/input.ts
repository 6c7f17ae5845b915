// Turns the text of a form into the typed input of an endpoint.
import type { Endpoint } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import { ParamError } from '@graticule/contract/param';
import type { Form } from './form.ts';

/** The parsed parameters, and the names that were sent empty on purpose. */
export interface ParsedInput {
  input: Record<string, unknown>;
  cleared: ReadonlySet<string>;
}

/** What is known of an endpoint's parameters before any request comes. */
export interface InputPlan {
  /** Parameters under the sharing root are matched without regard to case. */
  ignoreCase: boolean;
  params: readonly { name: string; names: readonly string[]; param: Endpoint['params'][string] }[];
  required: readonly string[];
  mayClear: boolean;
  refusesAsQuery: boolean;
  /** Whether the endpoint has a file parameter of that name. */
  takesFile(name: string): boolean;
}

/** Reads the parameters of an endpoint once for all requests. */
export function inputPlan(endpoint: Endpoint): InputPlan {
  const params = Object.entries(endpoint.params).map(([name, param]) => ({ name, names: [name, ...param.aliases], param }));
  const files = new Set(params.flatMap(({ param, names }) => (param.kind === 'file' ? names.map((each) => each.toLowerCase()) : [])));
  return {
    ignoreCase: endpoint.path.startsWith('/sharing/'),
    params,
    required: params.filter(({ param }) => param.required).map(({ name }) => name),
    mayClear: 'clearEmptyFields' in endpoint.params,
    refusesAsQuery: endpoint.refusesAsQuery,
    takesFile: (name) => files.has(name.toLowerCase()),
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Parses every parameter the endpoint knows; others are ignored.
 * @throws INVALID_PARAMETER, INVALID_QUERY or MISSING_PARAMETER with the name of the parameter
 */
export function parseInput(plan: InputPlan, form: Form): ParsedInput {
  const input: Record<string, unknown> = {};
  if (form.values.size === 0 && form.files.size === 0) {
    const [missing] = plan.required;
    if (missing !== undefined) throw fail('MISSING_PARAMETER', { values: [missing] });
    return { input, cleared: NOTHING };
  }
  let cleared: Set<string> | undefined;
  const find = finder(form.values, plan.ignoreCase);
  const findFile = finder(form.files, plan.ignoreCase);
  const clearing = plan.mayClear && find('clearEmptyFields')?.at(-1)?.toLowerCase() === 'true';
  for (const { name, names, param } of plan.params) {
    if (param.kind === 'file') {
      const file = firstOf(names, findFile);
      if (file !== undefined) input[name] = file;
      else if (param.required) throw fail('MISSING_PARAMETER', { values: [name] });
      continue;
    }
    const raw = firstOf(names, find)?.at(-1);
    if (raw === undefined || raw === '') {
      if (raw === '' && clearing) {
        cleared ??= new Set();
        cleared.add(name);
      }
      if (param.required) throw fail('MISSING_PARAMETER', { values: [name] });
      continue;
    }
    try {
      input[name] = param.read(raw);
    } catch (error) {
      if (!(error instanceof ParamError)) throw error;
      if (plan.refusesAsQuery) throw fail('INVALID_QUERY', { details: [`'${name}' parameter is invalid: ${error.message}`] });
      throw fail('INVALID_PARAMETER', { values: [name, param.secret ? 'is not valid' : error.message] });
    }
  }
  return { input, cleared: cleared ?? NOTHING };
}

function firstOf<T>(names: readonly string[], find: (name: string) => T | undefined): T | undefined {
  for (const name of names) {
    const found = find(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Looks a name up as written, then, where the API allows it, without regard to case. */
export function finder<T>(values: Map<string, T>, ignoreCase: boolean): (name: string) => T | undefined {
  if (!ignoreCase || values.size === 0) return (name) => values.get(name);
  let lower: Map<string, T> | undefined;
  return (name) => {
    const exact = values.get(name);
    if (exact !== undefined) return exact;
    lower ??= new Map([...values].map(([key, value]) => [key.toLowerCase(), value]));
    return lower.get(name.toLowerCase());
  };
}
