// Regions of countries by their names and short forms, and what a part of a text may mean: a region, a country or both.
import { countryCode } from './countries.rules.ts';
import { placeKey } from './query.rules.ts';

/** A part of a line that a place has to lie in: a region, a country, or either where both are called so. */
export interface Within {
  /** Folded. */
  region?: string;
  country?: string;
}

/** Short forms of regions, by the country whose regions they are. */
const SHORT_REGIONS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  US: short(
    'al=alabama|ak=alaska|az=arizona|ar=arkansas|ca=california|co=colorado|ct=connecticut|de=delaware|dc=district of columbia|fl=florida|ga=georgia|' +
      'hi=hawaii|id=idaho|il=illinois|in=indiana|ia=iowa|ks=kansas|ky=kentucky|la=louisiana|me=maine|md=maryland|ma=massachusetts|mi=michigan|' +
      'mn=minnesota|ms=mississippi|mo=missouri|mt=montana|ne=nebraska|nv=nevada|nh=new hampshire|nj=new jersey|nm=new mexico|ny=new york|' +
      'nc=north carolina|nd=north dakota|oh=ohio|ok=oklahoma|or=oregon|pa=pennsylvania|ri=rhode island|sc=south carolina|sd=south dakota|tn=tennessee|' +
      'tx=texas|ut=utah|vt=vermont|va=virginia|wa=washington|wv=west virginia|wi=wisconsin|wy=wyoming',
  ),
  CA: short(
    'ab=alberta|bc=british columbia|mb=manitoba|nb=new brunswick|nl=newfoundland and labrador|nt=northwest territories|ns=nova scotia|nu=nunavut|' +
      'on=ontario|pe=prince edward island|qc=quebec|sk=saskatchewan|yt=yukon',
  ),
  AU: short(
    'act=australian capital territory|nsw=new south wales|nt=northern territory|qld=queensland|sa=south australia|tas=tasmania|vic=victoria|wa=western australia',
  ),
};

function short(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split('|').map((pair) => pair.split('=') as [string, string]));
}

/** Texts such as "Georgia" are a region as well as a country. */
export function partOf(text: string): Within {
  const country = countryCode(text);
  return { region: placeKey(text), ...(country === undefined ? {} : { country }) };
}

/** The countries that a part may mean, or whose region it may be; undefined where it may be a region of any country. */
export function countriesOf({ region, country }: Within): string[] | undefined {
  if (country === undefined) return undefined;
  const withRegion = Object.entries(SHORT_REGIONS).filter(
    ([, names]) => region !== undefined && (names.has(region) || [...names.values()].includes(region)),
  );
  return [...new Set([country, ...withRegion.map(([code]) => code)])];
}

/** What a region is called without the word for its kind; texts are folded. */
export const bareRegion = (region: string): string =>
  region.replace(/^(?:state|province|region|canton|department|autonomous community) of (?:the )?/, '');

/** Whether the region of a place is called so, in full or by its short form; texts are folded. */
export function isCalled({ region, country }: { region: string; country: string }, wanted: string): boolean {
  return bareRegion(region) === bareRegion(wanted) || SHORT_REGIONS[country]?.get(wanted) === region;
}

const SHORT = new Set(Object.values(SHORT_REGIONS).flatMap((names) => [...names.keys()]));

/** Whether some country has a region of that short form; the text is folded. */
export const isShortRegion = (folded: string): boolean => SHORT.has(folded);
