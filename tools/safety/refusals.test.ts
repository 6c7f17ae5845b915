// Hosted layers and publishing refuse nothing without saying what to do: texts stand in tables that have a part for it, and nothing is refused beside them.
import { REFUSALS } from '@graticule/contract/refusals/refusal';
import { ABOUT_FILES } from '@graticule/geo/sentence-table';
import { ABOUT_LAYERS } from '@graticule/geo/sentences-about-layers';
import { describe, expect, it } from 'vitest';
import { isSource, isTest, repositoryFiles, textOf } from '../repository.ts';

/** The words that advice begins with. */
const ORDERS = [
  ...[
    'Add',
    'Ask',
    'Begin',
    'Change',
    'Choose',
    'Close',
    'Commit',
    'Convert',
    'Copy',
    'Delete',
    'Download',
    'Draw',
    'Encode',
    'Export',
    'Fill',
    'Give',
    'Keep',
    'Leave',
  ],
  ...[
    'Look',
    'Make',
    'Mend',
    'Name',
    'Number',
    'Order',
    'Overwrite',
    'Publish',
    'Put',
    'Query',
    'Read',
    'Remove',
    'Save',
    'Send',
    'Shorten',
  ],
  ...['Sign', 'Simplify', 'Split', 'Start', 'Switch', 'Take', 'Try', 'Unpack', 'Unregister', 'Upload', 'Use', 'Wait', 'Write'],
];
const isAdvice = (text: string): boolean => ORDERS.includes(/^\w+/.exec(text)?.[0] ?? '') && /[^.]\.$/.test(text);

const files = repositoryFiles().filter(
  (path) => /^packages\/server\/src\/(features|publishing|tiles)\//.test(path) && isSource(path) && !isTest(path),
);
const sources = files.map((path) => ({ path, text: textOf(path) }));

/** What may be refused without the tables: words that clients know and that say themselves what to do, and sentences about files. */
const OTHER_REFUSALS = [
  /^fail\('(TOKEN_REQUIRED|VIEW_OF_OTHERS)'\)/,
  /^fail\('(UNREADABLE_FILE|READER_ENDED)', \{\s*reasons: \[/,
  // What another process has refused already.
  /^fail\(message\.code, /,
  // Says itself which file may not be published.
  /^fail\('INVALID_REQUEST', \{ reasons: \[sentence\('layer-in-the-way'/,
];

/** What programs send, as it stands in texts: in single quotation marks, of several words written as one, or with its value. */
const PARAMETER = /'[A-Za-z][\w ]*'|\b[a-z]+[A-Z]\w*|\b\w+=\w+|\b(attributes|calculate|alias|base64)\b/;

/** A property that programs alone know by this name. */
const PROPERTY = /\b(?!dBASE\b)[a-z]+[A-Z]\w*|\bwk(id|t)\b/;

/** What is told of expressions, which have sentences of their own. */
const ABOUT_SQL: readonly string[] = ['query-sql-field', 'query-sql-wrong', 'statement-refused'];

describe('refusals of hosted layers and publishing', () => {
  it('say what was wrong, and what to do', () => {
    for (const [code, { fault, remedy }] of Object.entries(REFUSALS)) {
      expect.soft(fault.length, `${code}: what was wrong`).toBeGreaterThan(10);
      expect.soft(isAdvice(remedy), `${code}: '${remedy}' is no advice`).toBe(true);
    }
  });

  it('come from the tables alone', () => {
    const beside = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\bfail\(|\bnew PortalError\(/g)]
        .map(({ index }) => text.slice(index, index + 120))
        .filter((call) => !OTHER_REFUSALS.some((one) => one.test(call)))
        .map((call) => `${path}: ${call.split('\n')[0]}`),
    );
    expect(beside).toEqual([]);
  });

  it('are told of single edits with their advice', () => {
    const bare = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\berror: \{ code: [^}]*description: ['"`][^}]*\}|\bas Told\b/g)].map(([found]) => `${path}: ${found}`),
    );
    expect(bare).toEqual([]);
  });

  it('are all used', () => {
    const all = sources.map(({ text }) => text).join('\n');
    expect(Object.keys(REFUSALS).filter((code) => !all.includes(`'${code}'`))).toEqual([]);
  });

  it('are said to people in the same words', () => {
    const codes = Object.keys(ABOUT_LAYERS) as (keyof typeof ABOUT_LAYERS)[];
    // Messages have other quotation marks: an apostrophe before a brace would keep it from being filled in.
    const whole = ({ fault, remedy }: { fault: string; remedy: string }) => `${fault}${/[.!?]$/.test(fault) ? '' : '.'} ${remedy}`;
    const said = codes.map((code) => whole(REFUSALS[code]).replaceAll(/'(\{\w+\})'/g, '“$1”'));
    // What programs send is named to programs alone.
    const same = (texts: readonly string[]) => texts.filter((_, at) => !PARAMETER.test(said[at] as string));
    expect(same(said)).toEqual(same(Object.values(ABOUT_LAYERS)));
    // Where the words differ they tell of the same things: of the values that people are given none is one that the refusal does not send.
    const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const unsent = codes.flatMap((code, at) =>
      values(ABOUT_LAYERS[code])
        .filter((name) => !values(said[at] as string).includes(name))
        .map((name) => `${code} ${name}`),
    );
    expect(unsent).toEqual([]);
  });

  it('name to people nothing that programs send', () => {
    for (const language of ['en', 'ar']) {
      const words = JSON.parse(textOf(`packages/i18n/messages/formats/${language}.json`)) as Record<string, string>;
      const named = Object.keys(ABOUT_LAYERS).filter((code) => PARAMETER.test(words[code] ?? ''));
      expect(named, language).toEqual([]);
      // Files and rows have words of their own; what a file itself holds may be named.
      const sent = Object.keys(words).filter((code) => PROPERTY.test((words[code] ?? '').replaceAll(/\{\w+/g, '')));
      expect(sent, language).toEqual([]);
    }
  });

  it('of single edits can be said in any language', () => {
    const edits = sources.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:told|ValueFault\.of)\('([^']+)'/g)].map(([, code]) => String(code)),
    );
    expect(edits.length).toBeGreaterThan(20);
    expect(edits.filter((code) => !Object.hasOwn(ABOUT_LAYERS, code) && !ABOUT_SQL.includes(code))).toEqual([]);
  });

  it('end with advice where they are about a whole file', () => {
    const bare = Object.entries(ABOUT_FILES).filter(([, text]) => {
      const sentences = text.split(/(?<=[.:,]) (?=\S)/).map((part) => part.charAt(0).toUpperCase() + part.slice(1));
      return sentences.length < 2 || !sentences.slice(1).some((part) => ORDERS.includes(/^\w+/.exec(part)?.[0] ?? ''));
    });
    expect(bare).toEqual([]);
  });

  it('name sentences about whole files where they are about one', () => {
    const codes = sources.flatMap(({ text }) =>
      [...text.matchAll(/fail\('(?:UNREADABLE_FILE|READER_ENDED)', \{\s*reasons: \[sentence\('([^']+)'/g)].map(([, code]) => String(code)),
    );
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((code) => !Object.hasOwn(ABOUT_FILES, code))).toEqual([]);
  });
});
