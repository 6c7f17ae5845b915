// Forms that are always tried, whatever the seed, and values in the place of those that are right.

const part = (head: string, value = '', more = ''): string => `--b\r\nContent-Disposition: form-data; ${head}\r\n${more}\r\n${value}\r\n`;
const end = '--b--\r\n';

/** Bodies in parts with the boundary `b`. Those that end too early once left the half of a file behind. */
export const PARTS: readonly string[] = [
  '',
  end,
  '--b',
  '--b\r\n',
  '--b--',
  '\r\n\r\n',
  `--b\r\n\r\nno head\r\n${end}`,
  part('name="f"', 'json'),
  part('name="file"; filename="a.csv"', 'a,b\n1,2'),
  `${part('name="file"; filename="a.csv"', 'a,b\n1,2')}--b\r\nContent-Disposition: form-data; name="file"; filename="b.csv"\r\n\r\nhalf of it`,
  `${part('name="file"; filename=""')}${end}`,
  `${part('name="file"; filename="../../../etc/passwd"', 'x')}${end}`,
  `${part('name="file"; filename="a\\0.csv"', 'x')}${end}`,
  `${part('name="file"; filename="a.csv"', 'a\n1')}${part('name="file"; filename="a.csv"', 'a\n2')}${end}`,
  `${part('name="__proto__"', '{"a":1}')}${part('name="constructor"', 'x')}${end}`,
  `${part('name="a"', 'x', 'Content-Transfer-Encoding: quoted-printable\r\n')}${end}`,
  `${part('name=""; filename*=UTF-8\'\'%00%ff', 'x')}${end}`,
  `${part('name="a"', 'x', `X: ${'y'.repeat(20_000)}\r\n`)}${end}`,
  `${Array.from({ length: 30 }, (_, i) => part(`name="file${i}"; filename="${i}.csv"`, 'a')).join('')}${end}`,
  `${Array.from({ length: 2_100 }, (_, i) => part(`name="a${i}"`, 'x')).join('')}${end}`,
];

/** Bodies as pairs: the form itself may say in which form the answer is to come. */
export const PAIRS: readonly string[] = [
  'f=html',
  'f=pjson&f=html',
  'callback=alert',
  'callback=%00',
  'f=%00',
  '%',
  '%zz=%zz',
  '&&==&',
  'a[b][c]=d',
  '__proto__=x',
];

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

/** In the place of a value that is right. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [null],
  [[]],
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'OBJECTID',
  'GlobalID',
  'shape',
  "'; drop table item; --",
  '../../x',
  'x'.repeat(20_000),
  Array.from({ length: 2_000 }, () => 0),
  nested(60),
  { toString: 1 },
  { valueOf: null, toString: null },
  [{ toString: 1 }],
  { wkid: 0 },
  { wkid: 2 ** 31 },
  { latestWkid: 'x' },
  { wkt: 'PROJCS[' },
];
