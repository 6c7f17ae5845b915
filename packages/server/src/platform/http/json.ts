// JSON as the clients of this API expect it.

/**
 * Compact text, or indented for `f=pjson`.
 * NOTE: some clients look for the text `"bbox":[`, so compact output must not hold blanks.
 */
export function jsonText(value: unknown, pretty: boolean): string {
  return pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}
