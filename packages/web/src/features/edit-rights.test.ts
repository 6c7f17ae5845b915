// Who may edit the features of a layer.
import { describe, expect, test } from 'vitest';
import type { Session } from '../api/session.ts';
import { type EditRights, editRights, type VisitorRights, visitorRights } from './edit-rights.ts';

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
