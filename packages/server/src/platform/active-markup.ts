// Finds markup in plain values that could run where somebody shows them as HTML.

/** Names of tags that run, embed, ask for input or change how what follows is read. */
const ACTIVE_TAGS = new Set(
  'applet audio base body button embed fencedframe form frame frameset head html iframe input isindex keygen link math meta noembed noframes noscript object plaintext portal script select style svg template textarea title video xmp'.split(
    ' ',
  ),
);

const ADDRESSES = new Set(
  'action background cite classid codebase data dynsrc formaction href longdesc lowsrc manifest ping poster src srcset xlink:href'.split(
    ' ',
  ),
);

const ACTIVE_SCHEME = /^(?:javascript|vbscript|livescript|data):/i;

/** Styles that load or run something, or may disguise that they do. */
const ACTIVE_STYLE = /url\s*\(|expression\s*\(|behaviou?r\s*:|-moz-binding|@import|javascript:|\\|\/\*/i;

/** From `<` on: the name of a start or end tag. */
const TAG = /<\/?([a-z][^\t\n\f\r />]*)/iy;

/** An attribute and its value, as browsers read them. A value whose quote is never closed ends at a blank. */
const ATTRIBUTE =
  /[\t\n\f\r /]*(?<name>[^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\t\n\f\r >]*)))?/y;

/** What browsers take for a comment: until `-->` or `--!>`, or `>` at once. */
const COMMENT = /<!--(?:-?>|.*?--!?>)/sy;

/** What begins like a tag and is none: read over until `>`. */
const BOGUS = /<(?:!(?!--)|\?|\/(?![a-z]))[^>]*>/iy;

/**
 * Whether a browser that shows the text as HTML would run or embed something, or ask for input. Reads tags and comments as browsers do, so
 * that nothing hides in what another reader takes for a comment or a quoted value. Harmless tags, and `<` that begins no tag, are not active.
 */
export function holdsActiveMarkup(text: string): boolean {
  // Where one is not closed no later one is: each is looked for in vain once, however long the text is.
  let closed = [COMMENT, BOGUS];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const tag = matchAt(TAG, text, at);
    if (tag === null) {
      const kind = text.startsWith('<!--', at) ? COMMENT : BOGUS;
      const found = closed.includes(kind) ? matchAt(kind, text, at) : null;
      if (found === null && /[!?/]/.test(text.charAt(at + 1))) closed = closed.filter((one) => one !== kind);
      at += found?.[0].length ?? 1;
      continue;
    }
    const end = endOfTag(text, at + tag[0].length);
    if (isActiveTag(tag[1]) || end === undefined) return true;
    at = end;
  }
  return false;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const isActiveTag = (name = ''): boolean => ACTIVE_TAGS.has(name.toLowerCase());

/** Where the attributes of a tag end; undefined when one of them is active. */
function endOfTag(text: string, start: number): number | undefined {
  let at = start;
  for (let found = matchAt(ATTRIBUTE, text, at); found !== null; found = matchAt(ATTRIBUTE, text, at)) {
    const { name = '', double, single, bare } = found.groups ?? {};
    if (isActive(name.toLowerCase(), double ?? single ?? bare ?? '')) return undefined;
    at += found[0].length;
  }
  return at;
}

function isActive(name: string, value: string): boolean {
  // No browser takes what begins inside an unfinished tag for another; people would.
  if (name.startsWith('<') && isActiveTag(name.slice(1))) return true;
  if (value === '') return false;
  if (/^on[a-z]/.test(name)) return true;
  if (name === 'style') return ACTIVE_STYLE.test(decoded(value));
  // Browsers drop what cannot be seen from addresses; a quote stands there when nothing closes it but what may follow the text.
  return ADDRESSES.has(name) && ACTIVE_SCHEME.test(decoded(value).replace(/^[\0- "']+|[\t\n\r]+/g, ''));
}

/** Letters of addresses and styles may be written as references: by their number, and these signs by a name. */
function decoded(value: string): string {
  const named = value.replace(/&(colon|Tab|NewLine|lpar|bsol|sol|ast|commat);/g, (_, name: string) => NAMED[name] ?? '');
  return named.replace(/&#(?:x0*([0-9a-f]{1,8})|0*(\d{1,9}));?/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const NAMED: Readonly<Record<string, string>> = {
  colon: ':',
  Tab: '\t',
  NewLine: '\n',
  lpar: '(',
  bsol: '\\',
  sol: '/',
  ast: '*',
  commat: '@',
};
