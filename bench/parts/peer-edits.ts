// Edits of one feature beside the bare statement, each committed by itself.
import pg from 'pg';
import { seededRandom } from '../../packages/server/testing/crash/seeded-random.ts';
import { places } from '../data.ts';
import { record } from '../measure.ts';
import { compare, type Measured, ratio, type Server } from '../peers/compare.ts';
import { makeEditedTable } from '../peers/tables.ts';
import { CALLERS, type Context } from './peer-context.ts';
import { POINTS } from './peer-imports.ts';

/** Each edit waits for the disk, which stands still for a tenth of a second now and then, whoever is asked: with three rounds that could decide. `BENCH_ROUNDS` counts here too. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

/** The share of the floor server's edits that is promised, however many ask at once, and the edits a second by callers. */
const OF_FLOOR = 0.7;
const PER_SECOND: Record<number, number> = { 1: 1_000, 16: 3_000 };

/** A new value for a point, and a new place for it, near one that the data have. */
interface Edit {
  id: number;
  value: number;
  x: number;
  y: number;
}

export async function compareEdits(context: Context): Promise<void> {
  await makeEditedTable(context.bench.databaseUrl ?? '');
  await settle(context.bench.databaseUrl);
  const random = seededRandom(5);
  const spots = [...places(20_000)];
  const edits = Array.from({ length: 20_000 }, () => {
    const { lon, lat } = random.pick(spots);
    return { id: random.integer(1, POINTS), value: random.integer(0, 1e5), x: lon + random.next() / 100, y: lat };
  });
  const valueOnly = edits.slice(0, 2_000);
  for (const callers of CALLERS) {
    const what = `edits of one feature, ${callers} at once`;
    const runs = await compare(
      'edits of one feature',
      callers,
      [
        ...servers(context, valueOnly.map(changed), { ours: 'updateFeatures', floor: '/edit' }),
        {
          name: 'floor without a form',
          url: context.floorUrl,
          pids: context.pids.floor,
          list: valueOnly.map(({ id, value }) => ({ path: `/edit?fid=${id}&value=${value}` })),
        },
      ],
      { rounds: ROUNDS },
    );
    judge(what, callers, runs);
    ratio(what, runs, 'floor without a form');
  }
  const other = [
    ['values and places changed', servers(context, edits.map(kept), { ours: 'updateFeatures', floor: '/keep' })],
    ['points moved', servers(context, edits.map(moved), { ours: 'updateFeatures', floor: '/move' })],
    ['points added', servers(context, edits.map(added), { ours: 'addFeatures', floor: '/add' })],
  ] as const;
  for (const [what, both] of other) {
    for (const callers of CALLERS) {
      const runs = await compare(what, callers, both, { rounds: ROUNDS });
      judge(`${what}, ${callers} at once`, callers, runs);
    }
  }
}

function judge(what: string, callers: number, runs: Map<string, Measured>): void {
  ratio(what, runs, 'floor', OF_FLOOR);
  const [least, value] = [PER_SECOND[callers], runs.get('ours')?.perSecond];
  if (least === undefined || value === undefined) return;
  record({ part: 'peers', name: `${what}: ours, promised`, value, unit: 'a second', least });
}

/** What the database would do for the new tables of itself, some minutes after they were filled, is done before anything is measured. */
async function settle(databaseUrl: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const step of ['vacuum analyze', 'checkpoint']) await client.query(step);
  await client.end();
}

const changed = ({ id, value }: Edit): object => ({ attributes: { OBJECTID: id, value } });
const placed = ({ x, y }: Edit): object => ({ geometry: { x, y, spatialReference: { wkid: 4326 } } });
const moved = (edit: Edit): object => ({ ...changed(edit), ...placed(edit) });
const kept = (edit: Edit): object => {
  const { id, value } = edit;
  return { attributes: { OBJECTID: id, value, id: value % 5 }, ...placed(edit) };
};
const added = (edit: Edit): object => ({
  attributes: { id: edit.id, name: `added ${edit.id}`, kind: 'spring', value: edit.value, note: `near ${edit.id}` },
  ...placed(edit),
});

/** Ours and the floor server, which are sent the same forms and answer the same. */
function servers(
  { pids, bench, floorUrl, address }: Context,
  features: readonly object[],
  paths: { ours: string; floor: string },
): Server[] {
  const forms = features.map((feature) => `f=json&token=${bench.token}&features=${encodeURIComponent(JSON.stringify([feature]))}`);
  return [
    {
      name: 'ours',
      url: bench.portal.url,
      pids: pids.ours,
      list: forms.map((body) => ({ path: `${address.points}/0/${paths.ours}`, body })),
    },
    { name: 'floor', url: floorUrl, pids: pids.floor, list: forms.map((body) => ({ path: paths.floor, body })) },
  ];
}
