// Countries and territories by their ISO codes, named in the reader's language without a table of our own.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Codes that name something else than a place: unions, private use, parts listed on their own elsewhere. */
const NO_PLACES: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

let codes: string[] | undefined;

/** Every two-letter code that has a name, told from the runtime's own data. */
function regionCodes(): string[] {
  if (codes !== undefined) return codes;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const pairs = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
  // Old codes such as DD are given today's code by canonicalisation; only codes that stay as they are count.
  codes = pairs.filter(
    (code) =>
      !NO_PLACES.has(code) && names.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code && canonical(code) === code,
  );
  return codes;
}

function canonical(code: string): string | undefined {
  return new Intl.Locale(Intl.getCanonicalLocales(`und-${code}`)[0] ?? 'und').region;
}

/** Regions sorted by their name in the language. */
export function regionsIn(culture: string | undefined): { name: string; region: string; localizedName: string }[] {
  const language = supported(culture) ?? 'en';
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const local = new Intl.DisplayNames(language, { type: 'region' });
  return regionCodes()
    .map((region) => ({ name: english.of(region) ?? region, region, localizedName: local.of(region) ?? region }))
    .sort((a, b) => a.localizedName.localeCompare(b.localizedName, language));
}

function supported(culture: string | undefined): string | undefined {
  try {
    return culture === undefined ? undefined : Intl.DisplayNames.supportedLocalesOf([culture])[0];
  } catch {
    return undefined;
  }
}
