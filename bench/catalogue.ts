// A made-up catalogue, the same on every run: items with owners, groups and sharing, spread as in a large organisation.
import { ITEM_TYPES } from '@graticule/contract/item-types/classify';
import { type SeededRandom, seededRandom } from '../packages/server/testing/crash/seeded-random.ts';

export const OWNERS = 10_000;
export const GROUPS = 2_000;

/** Subjects of maps; the first are the most frequent. */
export const SUBJECTS = `parcels zoning flood roads water landuse terrain buildings addresses census population transit schools
  hospitals parks trails wetlands soils geology seabed wildfire earthquakes boundaries districts wards utilities sewers power gas
  telecom broadband crime accidents traffic parking bicycles footpaths trees canopy vegetation habitats species fishing forests farms
  crops irrigation drought climate temperature rainfall wind solar energy mines oil pipelines railways airports ports bridges culverts
  dams levees coast imagery photos lidar contours hillshade landcover groundwater wells springs rivers lakes glaciers snow avalanches
  landslides noise emissions air waste recycling landfills heritage archaeology tourism recreation camping hunting demographics income
  poverty housing permits inspections violations taxation easements surveys benchmarks planning renewal voting elections health clinics
  vaccination evacuation shelters hydrants firefighters police ambulances libraries museums churches cemeteries sports stadiums markets
  business employment economy logistics freight warehouses`.split(/\s+/);

const FORMS = 'map layer data dashboard viewer survey inventory index atlas network plan report analysis scene form service summary story';
const COMMON = `the of and for in with from by this updated annual daily local regional national public official city county state current
  historical final draft published contains shows includes covering area based on derived source collected maintained department office
  team contact please use view edit open license`;
const SYLLABLES = 'ba co di fe ga ho li mo na pe ra so ta ve zi lor mer tan ver sil'.split(' ');

/** Picks an index, the first most often: the n-th with weight 1 / n^s. */
function zipf(size: number, s: number): (random: SeededRandom) => number {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let i = 0; i < size; i++) {
    sum += 1 / (i + 1) ** s;
    sums[i] = sum;
  }
  return (random) => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function madeUpWord(n: number, syllables: number): string {
  let word = '';
  for (let i = 0; i < syllables; i++) word += SYLLABLES[Math.floor(n / 20 ** i) % 20];
  return word;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Names of places, the first the largest. */
export const PLACES: readonly string[] = Array.from({ length: 20_000 }, (_, n) =>
  capital(`${madeUpWord(n * 7 + 3, 3)}${n % 3 === 0 ? 'ton' : n % 3 === 1 ? 'burg' : 'ia'}`),
);

const forms = FORMS.split(' ');
// A long tail of other words, so that one word matches a few of a hundred items, not most.
const fillers = [...COMMON.split(/\s+/), ...Array.from({ length: 8_000 }, (_, n) => madeUpWord(n, 3))];
const types = ITEM_TYPES.map((type) => type.name);

export const pickSubject = zipf(SUBJECTS.length, 0.6);
export const pickPlace = zipf(PLACES.length, 0.75);
export const pickType = zipf(types.length, 1.1);
const pickForm = zipf(forms.length, 0.7);
const pickFiller = zipf(fillers.length, 0.8);
const pickOwner = zipf(OWNERS, 0.7);
const pickGroup = zipf(GROUPS, 0.8);
const pickTag = zipf(4_000, 0.9);

/** Name of a type by its frequency. */
export const typeNamed = (n: number): string => types[n] ?? 'Web Map';

/** Name of the n-th owner. */
export const ownerNamed = (n: number): string => `member${String(n).padStart(5, '0')}`;

/** Id of the n-th group. */
export const groupIdOf = (n: number): string => n.toString(16).padStart(32, '0');

/** Numbers of the groups of a member: eight, some shared by many. */
export const groupsOfMember = (n: number): number[] => [...new Set(Array.from({ length: 8 }, (_, i) => (n * 31 + i * i * 17) % GROUPS))];

/** An item as the generator makes it. */
export interface CatalogueItem {
  id: string;
  owner: string;
  title: string;
  type: string;
  tags: string[];
  snippet: string;
  description: string;
  access: 'private' | 'org' | 'public';
  /** Numbers of the groups it is shared with. */
  groups: number[];
  createdMs: number;
  modifiedMs: number;
  views: number;
  box: [number, number, number, number];
}

/** Items are made in blocks, each from a seed of its own: processes can share the work. */
export const BLOCK = 10_000;

/** The items of one block: 55 of 100 private, 15 seen by the organisation, 10 shared with groups, 20 public. */
export function* catalogueBlock(block: number, count = BLOCK): Generator<CatalogueItem> {
  const random = seededRandom(11 + 7_919 * block);
  const word = (list: readonly string[], n: number): string => list[n] ?? '';
  for (let i = 0; i < count; i++) {
    const place = word(PLACES, pickPlace(random));
    const subject = word(SUBJECTS, pickSubject(random));
    const other = word(SUBJECTS, pickSubject(random));
    const form = word(forms, pickForm(random));
    const words = (length: number, share: number): string =>
      Array.from({ length }, () => {
        if (random.next() < share) return word(SUBJECTS, pickSubject(random));
        return random.next() < 0.03 ? word(PLACES, pickPlace(random)) : word(fillers, pickFiller(random));
      }).join(' ');
    const chance = random.next();
    const isShared = chance >= 0.7 && chance < 0.8;
    const createdMs = 1.45e12 + Math.floor(random.next() * 3e11);
    const [x, y, size] = [random.next() * 340 - 170, random.next() * 150 - 70, 10 ** (random.next() * 3 - 2)];
    const round = (value: number): number => Math.round(value * 1e4) / 1e4;
    const kind = random.next();
    yield {
      id: Array.from({ length: 4 }, () =>
        Math.floor(random.next() * 2 ** 32)
          .toString(16)
          .padStart(8, '0'),
      ).join(''),
      owner: ownerNamed(pickOwner(random)),
      title:
        kind < 0.7
          ? `${capital(subject)} ${form} ${place}`
          : kind < 0.85
            ? `${place} ${subject} and ${other} ${form} ${random.integer(2000, 2026)}`
            : `${capital(subject)}_${other}_${random.integer(0, 999)}`,
      type: typeNamed(pickType(random)),
      tags: [
        ...new Set([
          subject,
          ...(random.next() < 0.6 ? [other] : []),
          place,
          ...Array.from({ length: random.integer(0, 3) }, () => `tag${pickTag(random)}`),
        ]),
      ],
      snippet: words(14, 0.08),
      description: words(45, 0.03),
      access: chance < 0.55 || isShared ? 'private' : chance < 0.7 ? 'org' : 'public',
      groups: isShared || random.next() < 0.1 ? [...new Set(Array.from({ length: random.integer(1, 3) }, () => pickGroup(random)))] : [],
      createdMs,
      modifiedMs: createdMs + Math.floor(random.next() ** 3 * (1.765e12 - createdMs)),
      views: Math.floor(Math.exp(random.next() * 9)),
      box: [round(x), round(y), round(Math.min(180, x + size)), round(Math.min(90, y + size))],
    };
  }
}
