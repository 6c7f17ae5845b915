// Searching among ten thousand items.
import { seededRandom } from '../../packages/server/testing/crash/seeded-random.ts';
import { percentile, record } from '../measure.ts';
import { ADMIN, type Bench } from '../portal.ts';

const ITEMS = 10_000;
const AT_ONCE = 8;
const THINGS = ['harbour', 'forest', 'bridge', 'school', 'river', 'parcel', 'noise', 'flood', 'soil', 'traffic', 'heritage', 'wind'];
const PLACES = ['Lisbon', 'Nairobi', 'Quito', 'Osaka', 'Tromsø', 'Québec', 'München', 'Kraków', 'Hanoi', 'Perth'];
const TYPES = ['Web Map', 'Web Mapping Application', 'Feature Service', 'CSV', 'PDF'];

/** Makes the items through the API, then asks as people do. */
export async function measureSearch(bench: Bench): Promise<void> {
  const random = seededRandom(7);
  const began = performance.now();
  let made = 0;
  const make = async (): Promise<void> => {
    while (made < ITEMS) {
      const number = ++made;
      const thing = random.pick(THINGS);
      const place = random.pick(PLACES);
      await bench.call(`sharing/rest/content/users/${ADMIN.username}/addItem`, {
        title: `${thing} map of ${place} ${number}`,
        type: random.pick(TYPES),
        url: 'https://example.org/',
        tags: `${thing},${place},${random.pick(THINGS)}`,
        snippet: `Where the ${thing} of ${place} is, with ${random.pick(THINGS)} and ${random.pick(THINGS)}`,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, make));
  const on = bench.engine;
  record({ part: 'search', name: 'adding an item', value: (performance.now() - began) / ITEMS, unit: 'ms', on });
  const queries: [string, string[]][] = [
    ['one word', THINGS],
    ['two words', PLACES.map((place, index) => `${THINGS[index]} ${place}`)],
    ['a misspelt word', ['harbor', 'forrest', 'bridgge', 'trafic', 'heritige']],
    ['fields', PLACES.map((place) => `tags:${place} AND type:"Web Map" AND owner:${ADMIN.username}`)],
    ['owner, newest first', [`owner:${ADMIN.username}`]],
  ];
  for (const [name, texts] of queries) {
    const times: number[] = [];
    for (let round = 0; round < 40; round++) {
      const q = texts[round % texts.length] ?? '';
      const start = performance.now();
      await bench.call('sharing/rest/search', {
        q,
        num: 20,
        ...(name.endsWith('newest first') ? { sortField: 'modified', sortOrder: 'desc' } : {}),
      });
      times.push(performance.now() - start);
    }
    record({ part: 'search', name: `search by ${name}, median`, value: percentile(times, 0.5), unit: 'ms', on });
    record({ part: 'search', name: `search by ${name}, 95 of 100`, value: percentile(times, 0.95), unit: 'ms', on });
  }
}
