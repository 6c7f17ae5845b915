// Who may edit the features of a layer.

import type { LayerInfo } from '@graticule/contract/services/layer';
import { describe, expect, test } from 'vitest';
import type { Session } from '../api/session.ts';
import {
  changesOwnOnly,
  type EditRights,
  editRights,
  isOfSomebodyElse,
  ownRowsClause,
  type VisitorRights,
  visitorRights,
} from './edit-rights.ts';

const who = (username: string | undefined, privileges: readonly string[] = [], orgId = 'here'): Pick<Session, 'user' | 'can'> => ({
  user: username === undefined ? undefined : ({ username, orgId } as Session['user']),
  can: (privilege) => privileges.includes(privilege),
});
const item = { owner: 'ada', orgId: 'here' };
const all: EditRights = { create: true, update: true, remove: true };
const none = { create: false, update: false, remove: false };

describe('the right to edit features', () => {
  test.each<[string, Pick<Session, 'user' | 'can'>, string, EditRights]>([
    ['the owner, whatever the layer allows', who('ada'), 'Query', all],
    ['full editing in the organisation', who('bo', ['features:user:fullEdit']), 'Query', all],
    ['full editing in another organisation', who('bo', ['features:user:fullEdit'], 'there'), 'Query', { ...none, why: 'layer' }],
    ['a member, a layer that adds only', who('bo', ['features:user:edit']), 'Query,Create', { create: true, update: false, remove: false }],
    ['a member, Editing alone', who('bo', ['features:user:edit']), 'Query, Editing', all],
    [
      'a member, Editing beside Update',
      who('bo', ['features:user:edit']),
      'Editing,Update',
      { create: false, update: true, remove: false },
    ],
    ['a member without the right', who('bo'), 'Query,Editing', { ...none, why: 'role' }],
    ['a visitor', who(undefined), 'Query,Editing', { ...none, why: 'sign-in' }],
    ['a visitor, a layer nobody edits', who(undefined), 'Query', { ...none, why: 'layer' }],
  ])('%s', (_, person, capabilities, rights) => {
    expect(editRights(item, { capabilities }, person)).toEqual(rights);
  });
});

describe('a layer whose editors change only what they added', () => {
  const layer = (allowOthersToUpdate: boolean) =>
    ({
      ownershipBasedAccessControlForFeatures: { allowOthersToUpdate, allowOthersToDelete: true },
      editFieldsInfo: { creatorField: 'Creator' },
      fields: [{ name: 'Creator' }],
    }) as unknown as LayerInfo;
  const own = { item, layer: layer(false) };
  test.each<[string, typeof own, Pick<Session, 'user' | 'can'>, object, boolean]>([
    ['somebody else’s', own, who('bo'), { Creator: 'cy' }, true],
    ['one’s own', own, who('bo'), { Creator: 'bo' }, false],
    ['a visitor’s, for a member', own, who('bo'), { Creator: '' }, true],
    ['a visitor’s, for a visitor', own, who(undefined), { Creator: '' }, false],
    ['nobody’s, for a visitor', own, who(undefined), { Creator: null }, true],
    ['nobody’s, for a member', own, who('bo'), { Creator: null }, true],
    ['anybody’s, for the owner of the layer', own, who('ada'), { Creator: 'cy' }, false],
    ['anybody’s, for who edits everything', own, who('bo', ['features:user:fullEdit']), { Creator: 'cy' }, false],
    ['not told whose', own, who('bo'), {}, false],
    ['somebody else’s where all are changed', { item, layer: layer(true) }, who('bo'), { Creator: 'cy' }, false],
  ])('%s', (_, place, person, attributes, isOthers) => {
    expect(isOfSomebodyElse(place, attributes as Record<string, unknown>, 'allowOthersToUpdate', person)).toBe(isOthers);
    expect(isOfSomebodyElse(place, attributes as Record<string, unknown>, 'allowOthersToDelete', person)).toBe(false);
  });
  test('has a clause for the rows that are one’s own, where it shows whose they are', () => {
    expect(ownRowsClause(own, who("o'hara"))).toBe("Creator = 'o''hara'");
    expect(ownRowsClause({ item, layer: { ...own.layer, fields: [] } as unknown as LayerInfo }, who('bo'))).toBeUndefined();
    expect(ownRowsClause(own, who('ada'))).toBeUndefined();
  });
  test('is known before a feature is', () => {
    expect([changesOwnOnly(own, 'allowOthersToUpdate', who('bo')), changesOwnOnly(own, 'allowOthersToUpdate', who('ada'))]).toEqual([
      true,
      false,
    ]);
  });
});

describe('the right of visitors', () => {
  const told = (allowAnonymousToUpdate: boolean, allowAnonymousToDelete: boolean): VisitorRights =>
    visitorRights({ editorTrackingInfo: { allowAnonymousToUpdate, allowAnonymousToDelete } });
  test.each<[string, VisitorRights, string, EditRights]>([
    ['adds and changes', told(true, false), 'Query,Editing', { create: true, update: true, remove: false }],
    ['goes no further than the layer', told(true, true), 'Query,Create', { create: true, update: false, remove: false }],
    ['is none where the owner did not give it', told(false, false), 'Query,Editing', { ...none, why: 'sign-in' }],
    ['is none where the service says nothing', visitorRights({}), 'Query,Editing', { ...none, why: 'sign-in' }],
  ])('%s', (_, visitors, capabilities, rights) => {
    expect(editRights(item, { capabilities }, who(undefined), visitors)).toEqual(rights);
    // members have their own rights
    expect(editRights(item, { capabilities }, who('bo'), visitors)).toEqual({ ...none, why: 'role' });
  });
});
