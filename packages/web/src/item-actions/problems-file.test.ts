// Refused rows as a file.
import type { PublishProblem } from '@graticule/contract/content/publishing';
import { sentence } from '@graticule/geo/sentence';
import { expect, test } from 'vitest';
import { problemsFile } from './problems-file.ts';

const problem = (row: number, text: string): PublishProblem => {
  const said = sentence('coordinate-not', { text });
  return { row, reason: said.text, said };
};
const content = (address: string): string => decodeURIComponent(address.slice(address.indexOf(',') + 1));

test('a line for each row, quoted, behind the mark that tells spreadsheets the encoding', () => {
  const address = problemsFile([problem(2, 'a "b", c'), problem(7, 'x')], (said) => said.text);
  expect(address).toMatch(/^data:text\/csv/);
  expect(content(address)).toBe('\uFEFFrow,reason\r\n2,"“a ""b"", c” is not a coordinate"\r\n7,"“x” is not a coordinate"\r\n');
});

test('and a last line where more rows were refused than are known one by one', () => {
  expect(content(problemsFile([problem(2, 'x')], (said) => said.text, '4,000 more rows'))).toMatch(/\r\n,"4,000 more rows"\r\n$/);
});

test('of several layers each line names its own', () => {
  const rows = [
    { ...problem(2, 'x'), layer: 'towns' },
    { ...problem(2, 'y'), layer: 'roads, old' },
  ];
  const reasons = rows.map(({ said }) => `"${said.text}"`);
  expect(content(problemsFile(rows, (said) => said.text, 'more'))).toBe(
    `\uFEFFlayer,row,reason\r\n"towns",2,${reasons[0]}\r\n"roads, old",2,${reasons[1]}\r\n"",,"more"\r\n`,
  );
});
