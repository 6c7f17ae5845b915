// What is said of a text that is no JSON.
import { expect, it } from 'vitest';
import { notJson } from './not-json.ts';

const advice = 'Names and texts need double quotes, and commas go between values only';

it.each([
  ['', 'is not valid JSON: it is empty'],
  [' \n', 'is not valid JSON: it is empty'],
  ['[1', 'is not valid JSON: it breaks off. Close its quotes, braces and brackets'],
  ['{"a": {', 'is not valid JSON: it breaks off. Close its quotes, braces and brackets'],
  ['["a\n', 'is not valid JSON: it breaks off. Close its quotes, braces and brackets'],
  ['["a', 'is not valid JSON: it breaks off. Close its quotes, braces and brackets'],
  ['{a: 1}', `is not valid JSON: see character 2. ${advice}`],
  ['[{"a": 1,}]', `is not valid JSON: see character 10. ${advice}`],
  ['{"a": 1}}', `is not valid JSON: see character 9. ${advice}`],
  ["['a']", `is not valid JSON. ${advice}`],
  ['abc', `is not valid JSON. ${advice}`],
])('%j %s', (raw, words) => {
  let thrown: unknown;
  try {
    JSON.parse(raw);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(SyntaxError);
  expect(notJson(raw, thrown)).toBe(words);
});

it('says less of what it does not know', () => {
  expect(notJson('[', undefined)).toBe(`is not valid JSON. ${advice}`);
});
