// Says in the details of a refusal which part of a definition it is about.
import { PortalError } from '@graticule/contract/errors';

/** What is wrong is about this part: says so before the advice, unless the details tell more already. */
function placed(error: unknown, place: string): unknown {
  if (error instanceof PortalError && error.code === 'INVALID_PARAMETER' && error.details.length <= 1)
    error.details.unshift(`${place}: ${error.message}`);
  return error;
}

/** Checks a part of a definition; what that refuses names the part among its details. */
export function within<T>(place: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw placed(error, place);
  }
}

/** As `within`, for work that takes time. */
export async function whileWithin<T>(place: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw placed(error, place);
  }
}

/** A part by its list, its place in that and its name: `layers[1] 'trees'`. */
export function placeOf(list: string, at: number, name?: unknown): string {
  return `${list}[${at}]${typeof name === 'string' ? ` '${name.slice(0, 64)}'` : ''}`;
}

/** A path into a value in words that people find again: lists with the names of their elements. */
export function pathInWords(value: unknown, path: readonly PropertyKey[]): string {
  const parts: string[] = [];
  let here = value;
  for (const key of path) {
    here = typeof here === 'object' && here !== null ? (here as Record<PropertyKey, unknown>)[key] : undefined;
    const name = typeof here === 'object' && here !== null ? (here as { name?: unknown }).name : undefined;
    if (typeof key === 'number') parts.push(placeOf(parts.pop() ?? '', key, name));
    else parts.push(String(key));
  }
  return parts.join(', ');
}
