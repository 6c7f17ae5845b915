// Makes the pseudo-languages: English with accents and padding, and English in right-to-left runs.

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçđéƒĝħîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĦÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ';
const accents = new Map([...PLAIN].map((letter, i) => [letter, [...ACCENTED][i] ?? letter]));

/** The text in a pseudo-language, or unchanged for any other; placeholders, plural words and tags stay as they are. */
export function pseudo(tag: string, message: string): string {
  if (tag === 'en-XA') return `[${overText(message, accent)}]`;
  if (tag === 'ar-XB') return overText(message, mirror);
  return message;
}

/** True for the two generated languages. */
export function isPseudo(tag: string): boolean {
  return tag === 'en-XA' || tag === 'ar-XB';
}

function accent(text: string): string {
  const changed = [...text].map((letter) => accents.get(letter) ?? letter).join('');
  const letters = text.replace(/[^a-z]/gi, '').length;
  return changed + '·'.repeat(Math.ceil(letters * 0.25));
}

/** Wraps each word in a right-to-left override, so that it reads backwards as Arabic would. */
function mirror(text: string): string {
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => `\u202e${word}\u202c`);
}

/** Applies `change` to the words a person reads, not to the syntax of the message. */
function overText(message: string, change: (text: string) => string): string {
  let out = '';
  let at = 0;
  while (at < message.length) {
    const c = message.charAt(at);
    if (c === '{') {
      const end = closing(message, at);
      out += argument(message.slice(at, end), change);
      at = end;
    } else if (c === '<') {
      const end = message.indexOf('>', at) + 1 || message.length;
      out += message.slice(at, end);
      at = end;
    } else {
      const next = message.slice(at + 1).search(/[{<]/);
      const end = next === -1 ? message.length : at + 1 + next;
      out += change(message.slice(at, end));
      at = end;
    }
  }
  return out;
}

/** `{n, plural, one {# item} other {# items}}`: only the texts of the branches change. */
function argument(source: string, change: (text: string) => string): string {
  const branches = /^\{\s*\w+\s*,\s*(plural|select|selectordinal)\s*,/.exec(source);
  if (!branches) return source;
  let out = branches[0];
  let at = out.length;
  while (at < source.length) {
    if (source.charAt(at) !== '{') {
      out += source.charAt(at);
      at++;
      continue;
    }
    const end = closing(source, at);
    out += `{${overText(source.slice(at + 1, end - 1), change)}}`;
    at = end;
  }
  return out;
}

function closing(source: string, open: number): number {
  let depth = 0;
  for (let i = open; i < source.length; i++) {
    if (source.charAt(i) === '{') depth++;
    else if (source.charAt(i) === '}' && --depth === 0) return i + 1;
  }
  return source.length;
}
