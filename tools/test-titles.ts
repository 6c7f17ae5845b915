// The titles of tests as a reader of a run sees them: also those that a table fills in.

/** A string in any of the three kinds of quotes. */
const STRING = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** The title of a test, also after the table of `it.each([...])`. */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\](?: as const)?\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** Where a table of cases begins. */
const TABLE = /\.each\(\s*\[/g;
/** What follows a table: its title. */
const AFTER_TABLE = /^(?: as const)?,?\s*\)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/;

/** Titles in the text of a test file. A title with `%s` is given once for each string of its table that could fill it. */
export function testTitles(text: string): string[] {
  const plain = [...text.matchAll(TITLE)].map(([, , title = '']) => title);
  return [...plain, ...[...text.matchAll(TABLE)].flatMap((table) => titlesOfTable(text, table.index + table[0].length - 1))];
}

function titlesOfTable(text: string, start: number): string[] {
  const end = endOfArray(text, start);
  const [, , title] = AFTER_TABLE.exec(text.slice(end)) ?? [];
  if (title?.startsWith('%s') !== true) return [];
  return [...text.slice(start, end).matchAll(STRING)].map(([, , filling = '']) => title.replace('%s', filling));
}

/** The index after the bracket that closes the one at `start`; brackets in strings and comments do not count. */
function endOfArray(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const rest = /^(?:(['"`])(?:\\.|(?!\1)[^\\])*\1|\/\/[^\n]*)/.exec(text.slice(at, at + 2000));
    if (rest !== null) at += rest[0].length - 1;
    else if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return at + 1;
  }
  return text.length;
}
