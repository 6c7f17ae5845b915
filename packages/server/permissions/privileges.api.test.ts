// Privileges: each opens its operations, and without it all the others together do not. The words are in privileges.table.ts.
import { PRIVILEGES, type Privilege } from '@graticule/contract/privileges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, send } from './ask.ts';
import { type Cast, makeCast, nameOf } from './cast.ts';
import type { Opening } from './openings.ts';
import { OPENINGS, OPENS_NOTHING } from './privileges.table.ts';
import { EDITING, ITEMS, SHARING, VIEWING } from './privileges-content.table.ts';
import { GROUPS, LICENCES, MARKETPLACE, OF_OTHERS, ORGANISATION, USERS } from './privileges-people.table.ts';
import { HOLDER, makePrivilegesWorld, type PrivilegesWorld } from './privileges-world.ts';

/** The embedded engine takes everything in turn. */
const SLOWLY = 120_000;

let cast: Cast;
let world: PrivilegesWorld;

beforeAll(async () => {
  cast = await makeCast();
  world = await makePrivilegesWorld(cast);
}, SLOWLY);
afterAll(() => cast.t.close());

/** Gives the holder exactly these privileges, through the role that is the holder's. */
async function hold(privileges: readonly Privilege[]): Promise<void> {
  const reply = await cast.agent('admin').post(`portals/self/roles/${cast.common.roleId}/setPrivileges`, { privileges: { privileges } });
  expect(reply).toMatchObject({ success: true });
}

function check(openings: readonly Opening[]): void {
  it.each(openings.map((opening) => [opening.opens, opening.does, opening] as const))(
    '%s: %s',
    async (_privilege, _does, { opens, also = [], or = [], call, about }) => {
      const target = await world.target(about);
      const ask = async () => answerOf(await send(cast.agent(HOLDER), call, target));
      await hold(PRIVILEGES.filter((each) => each !== opens && !or.includes(each)));
      expect(['-', '0'], 'with all others').toContain(await ask());
      for (const other of or) {
        await hold([other, ...also]);
        expect(await ask(), `with ${other}`).toBe('+');
      }
      await hold([opens, ...also]);
      expect(await ask(), 'with it alone').toBe('+');
    },
    SLOWLY,
  );
}

describe('CO-184 privileges over users', () => check(USERS));
describe('CO-185 privileges over groups and items of others', () => check(OF_OTHERS));
describe('privileges of sharing', () => check(SHARING));
describe('privileges of creating and joining groups', () => check(GROUPS));
describe('CO-189 CO-204 privileges of creating and publishing, in a custom role', () => check(ITEMS));
describe('CO-192 CO-204 privileges of seeing members, items and groups of the organisation, in a custom role', () => check(VIEWING));
describe('CO-193 CO-204 privileges of editing features, in a custom role', () => check(EDITING));
describe('CO-186 the privilege over licences', () => check(LICENCES));
describe('CO-196 CO-204 privileges of the marketplace, in a custom role', () => check(MARKETPLACE));
describe('privileges over the organisation', () => check(ORGANISATION));

describe('privileges', () => {
  it('CO-183 each has operations that it opens, or a reason why the portal has none', () => {
    const told = [...new Set([...OPENINGS.map(({ opens }) => opens), ...(Object.keys(OPENS_NOTHING) as Privilege[])])];
    expect(told.sort()).toEqual([...PRIVILEGES].sort());
    expect(OPENINGS.filter(({ opens }) => opens in OPENS_NOTHING)).toEqual([]);
  });

  it('CO-189 publishing a scene is refused whoever asks: there is no scene service', async () => {
    await hold(PRIVILEGES);
    const reply = await cast.agent(HOLDER).post(`content/users/${nameOf(HOLDER)}/publish`, {
      ...(await world.target('own layer')),
      fileType: 'featureService',
      outputType: 'sceneService',
      publishParameters: { name: 'scene' },
    });
    expect(reply.error.code).toBe(400);
  });

  it(
    'those that open nothing open nothing, all of them together',
    async () => {
      await hold(Object.keys(OPENS_NOTHING) as Privilege[]);
      // its own group is open to everybody by now, and stays what it is
      for (const { call, about, does } of OPENINGS.filter((opening) => opening.about !== 'own group'))
        expect(['-', '0'], does).toContain(answerOf(await send(cast.agent(HOLDER), call, await world.target(about))));
    },
    SLOWLY,
  );
});
