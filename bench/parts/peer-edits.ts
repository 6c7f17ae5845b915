// Edits of one feature beside the bare statement, each committed by itself.
import { seededRandom } from '../../packages/server/testing/crash/seeded-random.ts';
import { places } from '../data.ts';
import { compare, ratio, type Server } from '../peers/compare.ts';
import { CALLERS, type Context } from './peer-context.ts';
import { POINTS } from './peer-imports.ts';

/** A new value for a point, and a new place for it, near one that the data have. */
interface Edit {
  id: number;
  value: number;
  x: number;
  y: number;
}

export async function compareEdits(context: Context): Promise<void> {
  const random = seededRandom(5);
  const spots = [...places(20_000)];
  const edits = Array.from({ length: 20_000 }, () => {
    const { lon, lat } = random.pick(spots);
    return { id: random.integer(1, POINTS), value: random.integer(0, 1e5), x: lon + random.next() / 100, y: lat };
  });
  const valueOnly = edits.slice(0, 2_000);
  for (const callers of CALLERS) {
    const what = `edits of one feature, ${callers} at once`;
    const runs = await compare('edits of one feature', callers, [
      ...servers(context, valueOnly, '/edit', changed),
      {
        name: 'floor without a form',
        url: context.floorUrl,
        pids: context.pids.floor,
        list: valueOnly.map(({ id, value }) => ({ path: `/edit?fid=${id}&value=${value}` })),
      },
    ]);
    ratio(what, runs, 'floor', 0.7);
    ratio(what, runs, 'floor without a form');
  }
  for (const callers of CALLERS) {
    const runs = await compare('points moved', callers, servers(context, edits, '/move', moved));
    ratio(`points moved, ${callers} at once`, runs, 'floor', 0.7);
  }
}

const changed = ({ id, value }: Edit): object => ({ attributes: { OBJECTID: id, value } });
const moved = (edit: Edit): object => ({ ...changed(edit), geometry: { x: edit.x, y: edit.y, spatialReference: { wkid: 4326 } } });

/** Ours and the floor server, which are sent the same forms and answer the same. */
function servers(
  { pids, bench, floorUrl, address }: Context,
  edits: readonly Edit[],
  path: string,
  featureOf: (edit: Edit) => object,
): Server[] {
  const forms = edits.map((edit) => `f=json&token=${bench.token}&features=${encodeURIComponent(JSON.stringify([featureOf(edit)]))}`);
  return [
    {
      name: 'ours',
      url: bench.portal.url,
      pids: pids.ours,
      list: forms.map((body) => ({ path: `${address.points}/0/updateFeatures`, body })),
    },
    { name: 'floor', url: floorUrl, pids: pids.floor, list: forms.map((body) => ({ path, body })) },
  ];
}
