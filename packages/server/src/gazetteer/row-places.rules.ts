// Which place a row of a table means by the words it has for it: only whole names count, since a wrong place is worse than none.
import { countryCode } from './countries.rules.ts';
import { placeKey, readPlaceText } from './query.rules.ts';
import { bareRegion, isCalled, isShortRegion, partOf, type Within } from './regions.rules.ts';

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

function beginsWith(place: NamedPlace, wanted: string): boolean {
  return isCalled(place, wanted) || (wanted.length > 2 && bareRegion(place.region).startsWith(wanted));
}

/** The regions in which places lie, to be asked whether a word may be one of them: for every row, where each has another word. */
export class RegionNames {
  readonly #sorted: readonly string[];

  /** @param folded as places have them */
  constructor(folded: readonly string[]) {
    this.#sorted = [...new Set(folded.map(bareRegion))].sort(compare);
  }

  has(folded: string): boolean {
    const wanted = bareRegion(folded);
    if (isShortRegion(wanted)) return true;
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
