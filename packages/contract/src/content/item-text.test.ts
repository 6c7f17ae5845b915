// Texts and figures of items.
import { expect, test } from 'vitest';
import { derivedSnippet, ellipsis, linkedText, megabytes, roundedExtent, snippetFallback, stripTags } from './item-text.ts';

test('SH-171 a missing summary is the description without tags, cut to 180 characters and an ellipsis', () => {
  expect(snippetFallback(`<p>${'x'.repeat(180)}</p>`)).toBe('x'.repeat(180));
  expect(snippetFallback(`<p>${'x'.repeat(181)}</p>`)).toBe(`${'x'.repeat(180)}…`);
  expect(snippetFallback('<b>Trees</b> &amp;<br>shrubs<script>alert(1)</script>')).toBe('Trees & shrubs');
});

test('CO-177 a summary made from a description is cut to 150 characters and an ellipsis', () => {
  expect(derivedSnippet('x'.repeat(150))).toBe('x'.repeat(150));
  expect(derivedSnippet(`<i>${'x'.repeat(151)}</i>`)).toBe(`${'x'.repeat(150)}…`);
});

test('entities are read once only', () => {
  expect(stripTags('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;');
});

test('elements that run are taken out with what they hold, closed or not', () => {
  expect(stripTags('<p>a</p><SCRIPT src=x>b</Script><style>c</style>d')).toBe('a d');
  expect(stripTags('İİ<script>b</script>c')).toBe('İİ c');
  expect(stripTags('a <script>b')).toBe('a b');
});

test('a text of openings alone is read in one go', () => {
  // with a pattern that begins anew at each of them this would take minutes
  expect(stripTags('<script>'.repeat(30_000))).toBe('');
  expect(stripTags('<'.repeat(250_000))).toHaveLength(250_000);
});

test('SH-172 the ellipsis helper shortens to the limit less 4 characters and three dots', () => {
  expect(ellipsis('x'.repeat(20), 20)).toBe('x'.repeat(20));
  expect(ellipsis('x'.repeat(21), 20)).toBe(`${'x'.repeat(16)}...`);
});

test.each([
  ['see https://example.org/a?b=1&c=2.', 'see <a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>.'],
  ['HTTP://EXAMPLE.ORG', '<a href="HTTP://EXAMPLE.ORG">HTTP://EXAMPLE.ORG</a>'],
  ['(https://example.org)', '(<a href="https://example.org">https://example.org</a>)'],
  ['javascript:alert(1) ftp://example.org www.example.org', 'javascript:alert(1) ftp://example.org www.example.org'],
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['https://example.org/"onclick=x', '<a href="https://example.org/">https://example.org/</a>&quot;onclick=x'],
  ['<https://example.org/a>', '&lt;<a href="https://example.org/a">https://example.org/a</a>&gt;'],
])('CO-170 only http and https addresses become links, after encoding: %s', (text, html) => {
  expect(linkedText(text)).toBe(html);
});

test('CO-178 a megabyte has 1048567 bytes, and sizes have two decimals', () => {
  expect([1_048_567, 1_572_850, 5_000].map(megabytes)).toEqual([1, 1.5, 0]);
  expect(megabytes(10_000_000)).toBe(9.54);
});

test('CO-179 an extent is rounded to four decimals', () => {
  expect(
    roundedExtent([
      [-10.123456, 1],
      [20.00005, 45.99999],
    ]),
  ).toEqual([
    [-10.1235, 1],
    [20.0001, 46],
  ]);
});
