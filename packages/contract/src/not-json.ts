// What to say of a text that should be JSON and is not.

const ADVICE = 'Names and texts need double quotes, and commas go between values only';
const AT = /at position (\d+)/;

/**
 * Follows the name of a parameter, without a stop at the end.
 * @param error what `JSON.parse` threw for `raw`
 * @param saysWhere whether the place of the fault is told
 * @example "is not valid JSON: see character 2. Names and texts need double quotes, and commas go between values only"
 */
export function notJson(raw: string, error: unknown, saysWhere = true): string {
  if (raw.trim() === '') return 'is not valid JSON: it is empty';
  const said = error instanceof Error ? error.message : '';
  const position = AT.exec(said)?.[1];
  const isCut = /^Un(expected end|terminated)/.test(said) || Number(position) >= raw.trimEnd().length;
  if (isCut) return 'is not valid JSON: it breaks off. Close its quotes, braces and brackets';
  return `is not valid JSON${position === undefined || !saysWhere ? '' : `: see character ${Number(position) + 1}`}. ${ADVICE}`;
}
