// A few places for tests: a new portal has none until its job has loaded them.
import { notePlacesLoaded } from '../src/gazetteer/loaded-places.ts';
import { insertPlaces } from '../src/gazetteer/places.store.ts';
import { placeKey } from '../src/gazetteer/query.rules.ts';
import type { Db } from '../src/platform/db/database.ts';

type Row = [name: string, country: string, region: string, population: number, x: number, y: number, isCapital?: boolean];

const ROWS: Row[] = [
  ['Paris', 'FR', 'Île-de-France', 2_138_551, 2.3488, 48.8534, true],
  ['Paris', 'US', 'Texas', 24_699, -95.5555, 33.6609],
  ['Springfield', 'US', 'Missouri', 169_176, -93.2982, 37.2153],
  ['Springfield', 'US', 'Illinois', 114_394, -89.6437, 39.8017],
  ['Munich', 'DE', 'Bavaria', 1_260_391, 11.5755, 48.1374],
  ['Berlin', 'DE', 'State of Berlin', 3_426_354, 13.4105, 52.5244, true],
  ['Zürich', 'CH', 'Zurich', 341_730, 8.55, 47.3667],
];

/** Loads them, and says so. */
export async function loadTestPlaces(db: Db): Promise<void> {
  await insertPlaces(
    db,
    ROWS.map(([name, country, region, population, x, y, isCapital], i) => {
      const keys = [placeKey(name)];
      return { id: i + 1, name, country, region, class: isCapital ? 'PPLC' : 'PPL', population, x, y, keys };
    }),
  );
  await notePlacesLoaded(db);
}
