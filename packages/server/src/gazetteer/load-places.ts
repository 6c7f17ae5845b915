// Reads the bundled places and puts them into the database, in portions small enough that nobody waits for them.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Db } from '../platform/db/database.ts';
import { deletePlaces, insertPlaces, type NewPlace } from './places.store.ts';
import { placeKey } from './query.rules.ts';

const FILE = join(import.meta.dirname, '../../sample-data/gazetteer.tsv.gz');
const BATCH = 1_000;

/** Loads every place and gives their number; run again, it starts anew. `progress` is told after each portion. */
export async function loadPlaces(db: Db, progress: (done: number) => Promise<void>): Promise<number> {
  await deletePlaces(db);
  let id = 0;
  let batch: NewPlace[] = [];
  const flush = async (): Promise<void> => {
    await insertPlaces(db, batch);
    batch = [];
    await progress(id);
  };
  const lines = createInterface({ input: createReadStream(FILE).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY });
  let isHeader = true;
  for await (const line of lines) {
    if (isHeader) isHeader = false;
    else batch.push(readPlace(++id, line));
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return id;
}

function readPlace(id: number, line: string): NewPlace {
  const [name = '', alternates = '', country = '', region = '', lat = '0', lon = '0', population = '0', placeClass = ''] = line.split('\t');
  const keys = new Set([name, ...alternates.split('|')].map((each) => placeKey(each).slice(0, 200)).filter((key) => key !== ''));
  return {
    id,
    name,
    country,
    region,
    class: placeClass,
    population: Number(population) || 0,
    x: Number(lon),
    y: Number(lat),
    keys: [...keys],
  };
}
