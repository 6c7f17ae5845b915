// JSON as the clients of this API expect it.

/**
 * Compact text, or indented for `f=pjson`.
 * NOTE: some clients look for the text `"bbox":[`, so compact output must not hold blanks.
 */
export function jsonText(value: unknown, pretty: boolean): string {
  return pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** JSON as a script that calls a function with it; two characters that end lines in older scripts are written otherwise. */
export function asScript(callback: string, json: string): { type: string; body: string } {
  const body = `/**/${callback}(${json.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')});`;
  return { type: 'application/javascript; charset=utf-8', body };
}
