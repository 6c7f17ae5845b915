// The query language against the table of the contract and against random text.
import { PortalError } from '@graticule/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../testing/processor-time.ts';
import { parseQuery, type QueryNode } from './grammar.ts';
import { writeQuery } from './write-query.ts';

/** The tree in a short notation: `*` and `?` for wildcards, `field:word`, `"phrase"`, `(and a b | optional)`. */
function shape(node: QueryNode): string {
  switch (node.kind) {
    case 'nothing':
      return 'nothing';
    case 'term': {
      const text = node.text.replaceAll('\uE000', '*').replaceAll('\uE001', '?');
      const boost = node.boost === 1 ? '' : `^${node.boost}`;
      return `${node.field === undefined ? '' : `${node.field}:`}${node.quoted ? `"${text}"` : text}${boost}`;
    }
    case 'range':
      return `${node.field ?? ''}:${node.fromIncluded ? '[' : '{'}${node.from ?? '*'},${node.to ?? '*'}${node.toIncluded ? ']' : '}'}`;
    case 'not':
      return `(not ${shape(node.clause)})`;
    case 'or':
      return `(or ${node.clauses.map(shape).join(' ')})`;
    case 'and':
      return `(and ${node.clauses.map(shape).join(' ')}${node.optional.length > 0 ? ` | ${node.optional.map(shape).join(' ')}` : ''})`;
  }
}

function codeOf(query: string): string {
  try {
    parseQuery(query);
    return 'accepted';
  } catch (error) {
    if (error instanceof PortalError) return error.code;
    throw error;
  }
}

describe('the queries that clients send', () => {
  it.each([
    ['id: 0c5e9d AND group: 4a1b77', '(and id:0c5e9d group:4a1b77)'],
    [
      'group:"4a1b" -type:"Code Attachment" -type:"Featured Items" -type:"Windows Viewer Add In"',
      '(and group:"4a1b" (not type:"Code Attachment") (not type:"Featured Items") (not type:"Windows Viewer Add In"))',
    ],
    ['owner:ada AND (type:"Web Map" OR type:"Feature Service")', '(and owner:ada (or type:"Web Map" type:"Feature Service"))'],
    ['(fire) AND orgid:0123456789ABCDEF', '(and fire orgid:0123456789ABCDEF)'],
    ['("fire maps"^5 OR parks) NOT type:CSV', '(and (or "fire maps"^5 parks) (not type:CSV))'],
    ['created:[1262304000000 TO 1577836800000]', 'created:[1262304000000,1577836800000]'],
    ['typekeywords:"Web AppBuilder" AND tags:hide*', '(and typekeywords:"Web AppBuilder" tags:hide*)'],
    ['title:"Basemaps" AND owner:esri_en', '(and title:"Basemaps" owner:esri_en)'],
    ['title:"fire maps"^2 AND (type:CSV OR created:[15 TO 16])', '(and title:"fire maps"^2 (or type:CSV created:[15,16]))'],
  ])('%s', (query, tree) => {
    const parsed = parseQuery(query);
    expect(shape(parsed.tree)).toBe(tree);
    expect(parsed.repaired).toBe(false);
  });
});

describe('operators', () => {
  it.each([
    ['a b', '(and a b)'],
    ['a b OR c', '(or (and a b) c)'],
    ['a AND b OR c AND d', '(or (and a b) (and c d))'],
    ['a && b || c', '(or (and a b) c)'],
    ['a and b', '(and a and b)'],
    ['-a', '(not a)'],
    ['!a', '(not a)'],
    ['NOT a', '(not a)'],
    ['NOT NOT a', 'a'],
    ['a OR -b', '(or a (not b))'],
    ['recent +fires', '(and fires | recent)'],
    ['recent +fires -old', '(and fires (not old) | recent)'],
    ['recent AND +fires', '(and recent fires)'],
    ['(a OR b)^3 c', '(and (or a^3 b^3) c)'],
    ['fuzzy~ near~0.8', '(and fuzzy near)'],
  ])('%s', (query, tree) => expect(shape(parseQuery(query).tree)).toBe(tree));
});

describe('fields, ranges and words', () => {
  it.each([
    ['title:(a OR b)', '(or title:a title:b)'],
    ['title:a b', '(and title:a b)'],
    ['Title:A', 'title:A'],
    ['title:(a OR tags:b)', '(or title:a tags:b)'],
    ['numviews:{5 TO *]', 'numviews:{5,*]'],
    ['numviews:[* TO 5}', 'numviews:[*,5}'],
    ['created:[0000001249084800000 TO 0000001249548000000]', 'created:[0000001249084800000,0000001249548000000]'],
    ['created: ["2020-01-01" TO "2020-02-01"]', 'created:[2020-01-01,2020-02-01]'],
    ['owner:{a TO c}', 'owner:{a,c}'],
    ['numviews:-1', 'numviews:-1'],
    ['te?t ab*', '(and te?t ab*)'],
    ['grp_a-1', 'grp_a-1'],
    ["it's", "it's"],
    ['"a \\"b\\" c"', '"a "b" c"'],
    ['a\\:b', 'a:b'],
    ['https://example.org/x', 'https://example.org/x'],
    ['"two * stars"', '"two * stars"'],
  ])('%s', (query, tree) => expect(shape(parseQuery(query).tree)).toBe(tree));
});

describe('broken queries are repaired', () => {
  it.each([
    ['', 'nothing'],
    ['()', 'nothing'],
    ['AND', 'nothing'],
    ['a AND', 'a'],
    ['OR a', 'a'],
    ['a OR OR b', '(or a b)'],
    ['(a OR b', '(or a b)'],
    ['a) b', '(and a b)'],
    ['"open phrase', '"open phrase"'],
    ['created:[1 TO 2', 'created:[1,2]'],
    ['created:[1 TO ]', 'created:[1,*]'],
    ['roads [2020]', '(and roads 2020)'],
    ['title:', 'nothing'],
    ['title: AND a', 'a'],
    ['a - b', '(and a b)'],
    ['a NOT', 'a'],
    ['a ^ b', '(and a b)'],
    [': a', 'a'],
    ['a \\', 'a'],
  ])('%s', (query, tree) => {
    const parsed = parseQuery(query);
    expect(shape(parsed.tree)).toBe(tree);
    expect(parsed.repaired).toBe(true);
  });

  it('shows a repaired query back as one that needs no repair', () => {
    expect(writeQuery(parseQuery('(fire AND title:"old maps').tree)).toBe('fire AND title:"old maps"');
  });
});

describe('what is refused', () => {
  it.each(['*', '?', '*abc', '?abc', 'title:*abc', 'a AND *', '(*)', '*:*', 'title:(a OR *b)'])('%s has a leading wildcard', (query) =>
    expect(codeOf(query)).toBe('LEADING_WILDCARD'),
  );

  it.each([
    ['too many characters', 'a'.repeat(10_001)],
    ['too many terms', 'a '.repeat(201)],
    ['too many levels', `${'('.repeat(21)}a${')'.repeat(21)}`],
  ])('%s', (_what, query) => expect(codeOf(query)).toBe('QUERY_TOO_COMPLEX'));

  it.each([
    ['10,000 characters', 'a'.repeat(10_000)],
    ['200 terms', 'a '.repeat(200)],
    ['20 levels', `${'('.repeat(20)}a${')'.repeat(20)}`],
  ])('%s are accepted', (_what, query) => expect(codeOf(query)).toBe('accepted'));
});

describe('random text', () => {
  const piece = fc.constantFrom(
    'AND',
    'OR',
    'NOT',
    '(',
    ')',
    '"',
    '[',
    ']',
    '{',
    '}',
    'TO',
    ' ',
    ' ',
    'a',
    'fire',
    'title:',
    'type:',
    '*',
    '?',
    '-',
    '+',
    '!',
    '^2',
    '~',
    '\\',
    '&&',
    '||',
    ':',
    "'",
    ';',
    '--',
    '/*',
    '%',
    '\u0000',
    'é',
    '火',
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );

  it('is either understood or refused with an error of the portal', () => {
    fc.assert(
      fc.property(text, (query) => ['accepted', 'LEADING_WILDCARD', 'QUERY_TOO_COMPLEX'].includes(codeOf(query))),
      { numRuns: 3000 },
    );
  });

  it('means the same when written back and read again', () => {
    fc.assert(
      fc.property(text, (query) => {
        if (codeOf(query) !== 'accepted') return;
        const { tree } = parseQuery(query);
        const again = parseQuery(writeQuery(tree));
        expect(shape(again.tree)).toBe(shape(tree));
      }),
      { numRuns: 2000 },
    );
  });
});

it('reads hostile runs of brackets quickly', () => {
  const started = processorMs();
  parseQuery('[a'.repeat(190));
  parseQuery('['.repeat(10_000));
  parseQuery(`[${'a'.repeat(9_900)}`);
  expect(processorMs() - started).toBeLessThan(500);
});
