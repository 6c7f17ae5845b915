// Which place a row of a table means by the words it has for it: only whole names count, since a wrong place is worse than none.
import { countryCode } from './countries.rules.ts';
import { placeKey, readPlaceText } from './query.rules.ts';

/** The words of a row, as its columns have them. */
export interface PlaceWords {
  /** Place, and what narrows it down behind commas. */
  line?: string;
  name?: string;
  region?: string;
  country?: string;
}

/** A place that has the wanted name. */
export interface NamedPlace {
  x: number;
  y: number;
  country: string;
  /** Folded. */
  region: string;
}

/** A part of a line that a place has to lie in: a region, a country, or either where both are called so. */
interface Within {
  /** Folded. */
  region?: string;
  country?: string;
}

/** What the words of a row come to. */
export type PlaceWish =
  | { kind: 'none' }
  | { kind: 'point'; x: number; y: number }
  | { kind: 'country'; country: string }
  /** Places by the first of the names come with those by the others, as people call one place differently. */
  | { kind: 'named'; keys: readonly string[]; within: readonly Within[]; countryItself?: string };

/** Longer texts name no place. */
const LONGEST = 200;

/** Names of large cities that the bundled places do not have: as the people there write them, or shorter. */
const CALLED_OTHERWISE: ReadonlyMap<string, string> = new Map(
  (
    'new york=new york city|ciudad de mexico=mexico city|cdmx=mexico city|washington dc=washington|washington d.c.=washington|munchen=munich|muenchen=munich|' +
    'koln=cologne|koeln=cologne|nurnberg=nuremberg|nuernberg=nuremberg|hanover=hannover|frankfurt=frankfurt am main|frankfurt/main=frankfurt am main|' +
    'wien=vienna|zuerich=zurich|genf=geneva|geneve=geneva|ginevra=geneva|luzern=lucerne|basle=basel|roma=rome|milano=milan|napoli=naples|' +
    'firenze=florence|venezia=venice|torino=turin|genova=genoa|padua=padova|praha=prague|prag=prague|warszawa=warsaw|krakau=krakow|cracow=krakow|' +
    'danzig=gdansk|moskva=moscow|moskau=moscow|sankt peterburg=saint petersburg|st. petersburg=saint petersburg|kiev=kyiv|lisboa=lisbon|sevilla=seville|' +
    'bruxelles=brussels|brussel=brussels|antwerpen=antwerp|gent=ghent|brugge=bruges|den haag=the hague|s-gravenhage=the hague|kobenhavn=copenhagen|' +
    'goteborg=gothenburg|athina=athens|bucuresti=bucharest|beograd=belgrade|al qahirah=cairo|le caire=cairo|makkah=mecca|bombay=mumbai|calcutta=kolkata|' +
    'bangalore=bengaluru|madras=chennai|saigon=ho chi minh city|peking=beijing|londres=london|londra=london|parigi=paris|mailand=milan|rom=rome'
  )
    .split('|')
    .map((pair) => pair.split('=') as [string, string]),
);

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

/** Reads the words of a row. A country without anything else is meant itself. */
export function placeWish({ line = '', name = '', region = '', country = '' }: PlaceWords): PlaceWish {
  // The database takes no zero characters.
  if ([line, name, region, country].some((text) => text.length > LONGEST || text.includes('\0'))) return { kind: 'none' };
  if (line.trim() !== '' && name.trim() === '') {
    const read = readPlaceText(line);
    if (read.kind === 'coordinates') return { kind: 'point', x: read.x, y: read.y };
    const within = [...read.parts.map(partOf), ...wordsWithin(region, country)];
    const whole = within.length === 0 ? countryCode(read.name) : undefined;
    return whole === undefined ? named(read.name, within) : { kind: 'country', country: whole };
  }
  const within = wordsWithin(region, country);
  if (name.trim() !== '') return named(name, within);
  const [only] = within;
  // A region is no place, and its country would be a wrong one.
  return region.trim() === '' && only?.country !== undefined ? { kind: 'country', country: only.country } : { kind: 'none' };
}

/** Texts such as "Georgia" are a region as well as a country. */
function partOf(text: string): Within {
  const country = countryCode(text);
  return { region: placeKey(text), ...(country === undefined ? {} : { country }) };
}

/** A country that is none may be a part of one: England. */
function wordsWithin(region: string, country: string): Within[] {
  const code = countryCode(country);
  const within: Within[] = [];
  if (placeKey(region) !== '') within.push({ region: placeKey(region) });
  if (placeKey(country) !== '') within.push(code === undefined ? { region: placeKey(country) } : { country: code });
  return within;
}

function named(name: string, within: readonly Within[]): PlaceWish {
  const key = placeKey(name);
  if (key === '') return { kind: 'none' };
  const other = CALLED_OTHERWISE.get(key);
  const itself = within.length === 0 ? countryCode(name) : undefined;
  return {
    kind: 'named',
    keys: other === undefined ? [key] : [key, other],
    within,
    ...(itself === undefined ? {} : { countryItself: itself }),
  };
}

/**
 * The place that is meant: the first that lies in everything that was named.
 * @param places with the wanted names, the most populous first
 * @param isRegion whether any place lies in a region of the name: words for regions that the places do not know narrow nothing down
 */
export function bestPlace(
  places: readonly NamedPlace[],
  within: readonly Within[],
  isRegion: (folded: string) => boolean,
): NamedPlace | undefined {
  const inside = (fits: (place: NamedPlace, region: string) => boolean, parts: readonly Within[]): NamedPlace | undefined =>
    places.find((place) =>
      parts.every(({ region, country }) => place.country === country || (region !== undefined && fits(place, region))),
    );
  const found = inside(isCalled, within) ?? inside(beginsWith, within);
  if (found !== undefined) return found;
  const known = within.filter(({ region, country }) => country !== undefined || (region !== undefined && isRegion(region)));
  // Without a country a word that nobody knows may as well be one that is misspelt.
  return known.length < within.length && known.some(({ country }) => country !== undefined) ? inside(beginsWith, known) : undefined;
}

/** What a region is called without the word for its kind. */
const bare = (region: string): string =>
  region.replace(/^(?:state|province|region|canton|department|autonomous community) of (?:the )?/, '');

function isCalled({ region, country }: NamedPlace, wanted: string): boolean {
  return bare(region) === bare(wanted) || SHORT_REGIONS[country]?.get(wanted) === region;
}

function beginsWith(place: NamedPlace, wanted: string): boolean {
  return isCalled(place, wanted) || (wanted.length > 2 && bare(place.region).startsWith(wanted));
}

/** The regions in which places lie, to be asked whether a word may be one of them: for every row, where each has another word. */
export class RegionNames {
  readonly #sorted: readonly string[];

  /** @param folded as places have them */
  constructor(folded: readonly string[]) {
    this.#sorted = [...new Set(folded.map(bare))].sort(compare);
  }

  has(folded: string): boolean {
    const wanted = bare(folded);
    if (SHORT.has(wanted)) return true;
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.#sorted[middle] ?? '', wanted) < 0) low = middle + 1;
      else high = middle;
    }
    const next = this.#sorted[low];
    return next === wanted || (wanted.length > 2 && next?.startsWith(wanted) === true);
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const SHORT = new Set(Object.values(SHORT_REGIONS).flatMap((names) => [...names.keys()]));
