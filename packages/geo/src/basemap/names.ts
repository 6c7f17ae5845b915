// Names on the basemap in the reader's language, as style expressions.
import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';

/** Languages the tiles carry place names in; `nb` and `zh` stand for their relatives. */
function tileLanguage(language: string): string {
  const base = language.toLowerCase().split('-')[0] ?? 'en';
  return base === 'no' || base === 'nn' ? 'nb' : base;
}

/** The name of a town or a sea: own language, then English, then the local one. Asked for by `has`: not every client has `coalesce` go on after a value that is not there. */
export function placeName(language: string): ExpressionSpecification {
  const own = `name_${tileLanguage(language)}`;
  const english: ExpressionSpecification = ['case', ['has', 'name_en'], ['get', 'name_en'], ['get', 'name']];
  return own === 'name_en' ? english : ['case', ['has', own], ['get', own], english];
}

/** The name of a country by its ISO letters; the browser knows them in every language. */
export function countryName(language: string): ExpressionSpecification {
  const names = regionNames(language);
  const cases = isoCodes().flatMap((code) => {
    const name = names.of(code);
    return name ? [code, name] : [];
  });
  return ['match', ['get', 'iso'], ...cases, ['get', 'name']] as unknown as ExpressionSpecification;
}

/** State names exist in Latin letters only, so they are shown where the reader's language is written in them. */
export function isLatinScript(language: string): boolean {
  try {
    return new Intl.Locale(language).maximize().script === 'Latn';
  } catch {
    return true;
  }
}

/** Letter case is a means of style only where the script has it. */
export function hasLetterCase(language: string): boolean {
  try {
    return ['Latn', 'Cyrl', 'Grek', 'Armn'].includes(new Intl.Locale(language).maximize().script ?? '');
  } catch {
    return true;
  }
}

function regionNames(language: string): Intl.DisplayNames {
  try {
    return new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' });
  } catch {
    return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  }
}

/** Every pair of letters that English has a region name for. */
function isoCodes(): string[] {
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => english.of(code) !== undefined);
}
