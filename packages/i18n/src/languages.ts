// The languages the portal can speak: tag, own name, direction.

export type Direction = 'ltr' | 'rtl';

/** One language of the table. */
export interface Language {
  /** BCP 47 tag, as browsers write it. */
  tag: string;
  /** The `culture` of users and organisations on the wire. */
  culture: string;
  /** The language's name in the language itself. */
  ownName: string;
  direction: Direction;
}

const language = (culture: string, ownName: string, direction: Direction = 'ltr'): Language => ({
  tag: canonicalTag(culture),
  culture,
  ownName,
  direction,
});

/**
 * The supported languages; the first is the root, from which every message exists.
 * @source CO-326
 */
export const LANGUAGES: readonly Language[] = [
  language('en', 'English'),
  language('ar', 'العربية', 'rtl'),
  language('ca', 'Català'),
  language('cs', 'Čeština'),
  language('da', 'Dansk'),
  language('de', 'Deutsch'),
  language('el', 'Ελληνικά'),
  language('en-gb', 'English (United Kingdom)'),
  language('en-us', 'English (United States)'),
  language('es-es', 'Español'),
  language('fi-fi', 'Suomi'),
  language('fr-fr', 'Français'),
  language('he-il', 'עברית', 'rtl'),
  language('hu', 'Magyar'),
  language('it-it', 'Italiano'),
  language('ja-jp', '日本語'),
  language('ko-kr', '한국어'),
  language('nb', 'Norsk bokmål'),
  language('nl-nl', 'Nederlands'),
  language('pl', 'Polski'),
  language('pt-br', 'Português (Brasil)'),
  language('pt-pt', 'Português (Portugal)'),
  language('ru', 'Русский'),
  language('sk', 'Slovenčina'),
  language('sl', 'Slovenščina'),
  language('sv', 'Svenska'),
  language('th', 'ไทย'),
  language('tr', 'Türkçe'),
  language('zh-cn', '简体中文'),
  language('zh-tw', '繁體中文'),
];

/** Languages made from English to find texts that are not translated and layouts that do not bear longer or mirrored ones. */
export const PSEUDO_LANGUAGES: readonly Language[] = [language('en-xa', 'Ⓐççéñţéð Éñĝļîšħ'), language('ar-xb', 'Mirrored English', 'rtl')];

/** `pt-br` as `pt-BR`. */
export function canonicalTag(culture: string): string {
  const [base = 'en', region] = culture.replace('_', '-').split('-');
  return region ? `${base.toLowerCase()}-${region.toUpperCase()}` : base.toLowerCase();
}

/** The language itself and those that stand in for it, the best first: exact tag, base language, English. */
export function fallbackChain(tag: string): string[] {
  const exact = canonicalTag(tag);
  const base = exact.split('-')[0] ?? 'en';
  return [...new Set([exact, base, 'en'])];
}

/**
 * The supported language that fits a wanted tag best, if one does.
 * @example findLanguage('fr') is fr-FR, findLanguage('pt') is pt-BR, findLanguage('de-AT') is de
 */
export function findLanguage(wanted: string): Language | undefined {
  const tag = canonicalTag(wanted);
  const base = tag.split('-')[0] ?? '';
  const all = [...LANGUAGES, ...PSEUDO_LANGUAGES];
  return (
    all.find((each) => each.tag === tag) ??
    LANGUAGES.find((each) => each.tag === base) ??
    LANGUAGES.find((each) => each.tag.startsWith(`${base}-`)) ??
    (base === 'no' ? LANGUAGES.find((each) => each.tag === 'nb') : undefined)
  );
}

/** The first supported language of a list of wishes, or English. */
export function chooseLanguage(wishes: readonly string[], offered: readonly Language[] = LANGUAGES): Language {
  for (const wish of wishes) {
    const found = findLanguage(wish);
    if (!found) continue;
    const base = found.tag.split('-')[0];
    const match = offered.find((each) => each.tag === found.tag) ?? offered.find((each) => each.tag.split('-')[0] === base);
    if (match) return match;
  }
  return language('en', 'English');
}

/**
 * The tag in which dates and numbers are written: with the reader's region where the browser names one for the language of the page.
 * Digits and calendar stay those of the language, as the inputs of the page write them.
 * @example regionalTag('en', ['en-GB', 'en']) is en-GB-u-ca-gregory-nu-latn, regionalTag('ar', ['en-GB']) is ar
 */
export function regionalTag(tag: string, wishes: readonly string[]): string {
  const base = tag.split('-')[0]?.toLowerCase();
  for (const wish of wishes) {
    try {
      const locale = new Intl.Locale(wish);
      if (locale.language !== base || locale.region === undefined) continue;
      const { calendar, numberingSystem } = new Intl.DateTimeFormat(tag).resolvedOptions();
      return new Intl.Locale(locale.baseName, { calendar, numberingSystem }).toString();
    } catch {
      // a browser may be told to ask for anything
    }
  }
  return tag;
}
