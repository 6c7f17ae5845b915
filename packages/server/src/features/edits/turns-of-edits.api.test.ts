// Single edits of layers that keep no changes take no turns: what becomes of those that meet the beginning of the keeping.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { makeSpots, type SpotsLayer } from '../../../testing/spots-layer.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { ONE_SESSION, untilWaiting } from '../../../testing/waiting.ts';
import { claimCaller } from '../../identity/index.ts';
import { changeService } from '../definition/change.ts';
import type { EditsOutcome } from './edits.ts';
import { editProven } from './proven-edits.ts';

let t: TestPortal;
let spots: SpotsLayer;
let objectId: number;

const claimOf = (): NonNullable<ReturnType<typeof claimCaller>> => {
  const claim = claimCaller(t.portal, { token: String(t.as('petra').token), via: 'header' }, { address: '', baseUrl: 'http://localhost' });
  if (claim === undefined) throw new Error('petra is not known.');
  return claim;
};
/** The edit with what is remembered, without the ordinary way behind it. */
const tried = (name: string): Promise<EditsOutcome | undefined> => {
  const address = { service: spots.service.split('/').at(-2) ?? '', layer: '0' };
  return editProven(t.portal, claimOf(), address, { updates: [{ attributes: { OBJECTID: objectId, name } }] });
};
/** Has the layer remembered as it is. */
const remembered = (): Promise<void> =>
  vi.waitFor(
    async () => {
      expect(
        (await spots.post('updateFeatures', { features: [{ attributes: { OBJECTID: objectId, name: 'before' } }] })).error,
      ).toBeUndefined();
      expect(await tried('before')).toBeDefined();
    },
    { timeout: 60_000 },
  );
const nameNow = async (): Promise<string> =>
  (await t.as('petra').get(`${spots.layer}/query`, { objectIds: `${objectId}`, outFields: 'name' })).features[0].attributes.name;
const generation = async (): Promise<AnyReply> => (await t.as('petra').get(spots.service)).changeTrackingInfo?.layerServerGens[0].serverGen;
const keepChanges = (atEnd?: () => Promise<void>): Promise<void> =>
  changeService(
    t.portal,
    claimOf().caller,
    { service: spots.service.split('/').at(-2) ?? '' },
    { capabilities: 'Query,Editing,ChangeTracking' },
    atEnd,
  );

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  spots = await makeSpots(t, 'petra', { name: 'turns' });
  objectId = (await spots.post('addFeatures', { features: [{ attributes: { name: 'first' }, geometry: { x: 1, y: 1 } }] })).addResults[0]
    .objectId;
});
afterAll(() => t.close());

it('writes nothing by what was remembered when the layer begins to keep its changes while the statement waits for the table', async (context) => {
  context.skip(t.portal.database.engine === 'embedded', ONE_SESSION);
  await remembered();
  let late: Promise<EditsOutcome | undefined> | undefined;
  await keepChanges(async () => {
    late = tried('by what was remembered');
    await untilWaiting(t);
  });
  expect(await late).toBeUndefined();
  expect(await nameNow()).toBe('before');
});

it('takes the turn of a layer that keeps its changes, and tells of what changed', async () => {
  await keepChanges();
  await remembered();
  const before = await generation();
  expect(await tried('with a turn')).toBeDefined();
  expect(await nameNow()).toBe('with a turn');
  expect(await generation()).toBeGreaterThan(before);
  const { rows } = await sql`select 1 from feature_change where object_id = ${objectId}`.execute(t.portal.db);
  expect(rows).toHaveLength(1);
});
