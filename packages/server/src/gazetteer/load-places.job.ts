// Loads the bundled places into the database, in portions small enough that nobody waits for them.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { putSecret, readSecret } from '../identity/index.ts';
import type { Portal } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { placeKey } from './geocode.ts';
import { deletePlaces, insertPlaces, type NewPlace } from './places.store.ts';

const JOB = 'load-places';
const FILE = join(import.meta.dirname, '../../sample-data/gazetteer.tsv.gz');
/** Rises when the file or the way it is loaded changes. */
const VERSION = '1';
const SECRET = 'gazetteer-version';
const BATCH = 1_000;

/** Enqueues the load when the database has not got this version yet. */
export async function ensurePlaces(portal: Portal): Promise<void> {
  if ((await readSecret(portal.db, SECRET)) === VERSION) return;
  const [latest] = await portal.queue.about(JOB, 1);
  if (latest?.state === 'waiting' || latest?.state === 'running') return;
  await portal.queue.enqueue(portal.db, { name: JOB, payload: {}, subject: JOB });
}

/** The job; run again, it starts anew. */
export const loadPlacesJob: JobHandler<Record<string, never>> = {
  name: JOB,
  run: async (portal, _payload, run) => {
    await deletePlaces(portal.db);
    let id = 0;
    let batch: NewPlace[] = [];
    const flush = async (): Promise<void> => {
      await insertPlaces(portal.db, batch);
      batch = [];
      await run.progress({ done: id });
    };
    const lines = createInterface({ input: createReadStream(FILE).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY });
    let isHeader = true;
    for await (const line of lines) {
      if (isHeader) isHeader = false;
      else batch.push(readPlace(++id, line));
      if (batch.length >= BATCH) await flush();
    }
    await flush();
    await putSecret(portal.db, SECRET, VERSION);
    return { done: id, total: id };
  },
};

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
