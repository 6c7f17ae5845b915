// Words for text search: documents and queries are cut and folded by the same functions.

/** Plain spellings of letters that decomposition leaves alone. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
};

/** Accents of Latin, Greek and Cyrillic, vowel signs and the stretching character of Arabic, points of Hebrew. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u0670]/gu;

/** Scripts written without blanks: every sign is a word of its own, so that any part of a run can be found. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Lower case without accents. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłħıŧ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Words of a text in order, folded, plurals as written. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of foldText(text).matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (UNSPACED.test(run)) words.push(...splitUnspaced(run));
    else words.push(run.slice(0, 100));
  }
  return words;
}

function splitUnspaced(run: string): string[] {
  const words: string[] = [];
  let spaced = '';
  for (const sign of run) {
    if (UNSPACED.test(sign)) {
      if (spaced !== '') words.push(spaced);
      spaced = '';
      words.push(sign);
    } else spaced += sign;
  }
  if (spaced !== '') words.push(spaced);
  return words;
}

/** The singular of a simple English plural; other words unchanged. */
export function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+s$/.test(word) || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The weight of a field in the ranking; A counts most. */
export type Weight = 'A' | 'B' | 'C' | 'D';

/** One field of a document. */
export interface DocumentField {
  /** Lower-case name by which a query may ask for the field. */
  name: string;
  /** Values; a phrase never spans two of them. */
  values: readonly (string | null)[];
  weight: Weight;
  /** Whether words of the field are found by queries that name no field. */
  general: boolean;
  /** Whether a whole value can be asked for, as in `type:"Web Map"`. */
  exact?: boolean;
  /** False for long texts, whose words would fill the index twice: a query by this field needs another way. */
  byField?: boolean;
}

/** Positions beyond this are lost to phrases; the database cuts there as well. */
const MAX_POSITION = 16_000;

/** Words of one field that are kept; a longer description is found by its beginning. */
const MAX_FIELD_WORDS = 4_000;

/**
 * The text form of a `tsvector` made from fields.
 * @shape lexemes: `fire` for general words, `title:fire` for words of a field, `type=web map` for whole values
 */
export function searchDocument(fields: readonly DocumentField[]): string {
  const lexemes = new Map<string, Set<string>>();
  const add = (lexeme: string, position: number, weight: Weight): void => {
    const positions = lexemes.get(lexeme) ?? new Set();
    if (positions.size < 200) positions.add(`${Math.min(position, MAX_POSITION)}${weight}`);
    lexemes.set(lexeme, positions);
  };
  let position = 1;
  for (const field of fields) {
    let count = 0;
    for (const value of field.values) {
      if (value === null) continue;
      if (field.exact) add(exactLexeme(field.name, value), position, field.weight);
      for (const word of wordsOf(value)) {
        if (++count > MAX_FIELD_WORDS) break;
        for (const form of new Set([word, singular(word)])) {
          if (field.general) add(form, position, field.weight);
          if (field.byField !== false) add(`${field.name}:${form}`, position, field.weight);
        }
        position++;
      }
      position += 2;
    }
  }
  return [...lexemes].map(([lexeme, positions]) => `${quoteLexeme(lexeme)}:${[...positions].join(',')}`).join(' ');
}

/** The lexeme of a whole value, compared without regard to case and accents. */
export function exactLexeme(field: string, value: string): string {
  return `${field}=${foldText(value).replace(/\s+/g, ' ').trim().slice(0, 300)}`;
}

/** A lexeme as the database reads it in a `tsvector` or `tsquery`. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/\0/g, '').replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;
}
