// What people may do with items.
import type { Privilege } from '@graticule/contract/privileges';
import { expect, test } from 'vitest';
import type { Session } from '../api/session.ts';
import { mayDelete, mayEdit, mayShare, publishableAs } from './item-rights.ts';

const who = (username: string | undefined, ...privileges: Privilege[]): Session =>
  ({ user: username ? { username } : undefined, can: (each: Privilege) => privileges.includes(each) }) as unknown as Session;
const csv = { owner: 'ada', type: 'CSV', access: 'private' } as const;

test('strangers and visitors may do nothing', () => {
  for (const person of [who(undefined), who('bob', 'portal:user:createItem', 'portal:user:shareToOrg')]) {
    expect([mayEdit(csv, person), mayDelete(csv, person), mayShare(csv, person), publishableAs(csv, person)]).toEqual([
      false,
      false,
      false,
      undefined,
    ]);
  }
});

test('an owner edits and deletes, and shares with a right to share', () => {
  const ada = who('ada', 'portal:user:shareToGroup');
  expect([mayEdit(csv, ada), mayDelete(csv, ada), mayShare(csv, ada)]).toEqual([true, true, true]);
  expect(mayShare(csv, who('ada'))).toBe(false);
});

test('publishing needs the right to publish and a file that can become a layer', () => {
  const publisher = who('ada', 'portal:publisher:publishFeatures');
  expect(publishableAs(csv, publisher)).toBe('csv');
  expect(publishableAs({ ...csv, type: 'GeoJson' }, publisher)).toBe('geojson');
  expect(publishableAs({ ...csv, type: 'File Geodatabase' }, publisher)).toBe('fileGeodatabase');
  expect(publishableAs({ ...csv, type: 'Feature Collection' }, publisher)).toBe('featureCollection');
  expect(publishableAs({ ...csv, type: 'PDF' }, publisher)).toBeUndefined();
  expect(publishableAs(csv, who('ada'))).toBeUndefined();
});

test('a package of tiles takes the right to publish tiles and that to make items', () => {
  const vtpk = { ...csv, type: 'Vector Tile Package' };
  expect(publishableAs(vtpk, who('ada', 'portal:publisher:publishTiles', 'portal:user:createItem'))).toBe('vectorTilePackage');
  expect(publishableAs(vtpk, who('bob', 'portal:publisher:publishTiles', 'portal:user:createItem'))).toBeUndefined();
  expect(publishableAs(vtpk, who('ada', 'portal:publisher:publishTiles'))).toBeUndefined();
  expect(publishableAs(vtpk, who('ada', 'portal:publisher:publishFeatures', 'portal:user:createItem'))).toBeUndefined();
});

test('a member of a group that updates together edits but does not delete', () => {
  const shared = { ...csv, itemControl: 'update' as const };
  expect([mayEdit(shared, who('bob')), mayDelete(shared, who('bob'))]).toEqual([true, false]);
});

test('an administrator changes what others own in the own organisation, and nothing of another one', () => {
  const rights: Privilege[] = ['portal:admin:updateItems', 'portal:admin:deleteItems', 'portal:admin:shareToOrg'];
  const mayor = { ...who('mayor', ...rights), user: { username: 'mayor', orgId: 'town' } } as unknown as Session;
  const may = (orgId: string) => [mayEdit, mayDelete, mayShare].map((each) => each({ ...csv, orgId, access: 'public' }, mayor));
  expect(may('town')).toEqual([true, true, true]);
  expect(may('county')).toEqual([false, false, false]);
});
