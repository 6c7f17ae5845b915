// Capabilities of a service and the choices of a person.
import type { FeatureServiceInfo } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import {
  capabilitiesAfter,
  choicesOf,
  EDIT_SCOPES,
  isTaken,
  layerCapabilities,
  type ServiceChoices,
  type Tracking,
  trackingAfter,
} from './layer-settings.ts';

const info = (capabilities: string): FeatureServiceInfo => ({ capabilities }) as FeatureServiceInfo;

test.each(EDIT_SCOPES)('what members may do (%s) is written and read again', (scope) => {
  expect(choicesOf(info(capabilitiesAfter('Query', { isEditable: true, scope })))).toMatchObject({ isEditable: true, scope });
  for (const before of EDIT_SCOPES) {
    const edited = capabilitiesAfter('Query', { isEditable: true, scope: before });
    expect(choicesOf(info(capabilitiesAfter(edited, { scope })))).toMatchObject({ isEditable: true, scope });
  }
});

test('a service that nobody edits answers queries only', () => {
  expect(choicesOf(info('Query'))).toMatchObject({ isEditable: false, mayExport: false, scope: 'all' });
  expect(capabilitiesAfter('Query,Create,Editing,Extract', { isEditable: false })).toBe('Query,Extract');
});

test.each<[string, string, Partial<ServiceChoices>, string]>([
  ['words that the page does not offer', 'Query,Uploads,Create,Editing', { mayExport: true }, 'Query,Uploads,Create,Editing,Extract'],
  ['what is no capability', 'Query,Create,Editing', { isStatic: true, ownRowsOnly: true, tracksEditors: false }, 'Query,Create,Editing'],
  ['changes kept for copies', 'Query,Sync,ChangeTracking', { mayExport: true }, 'Query,Sync,ChangeTracking,Extract'],
  ['changes kept for another reason', 'Query,ChangeTracking', { syncs: false }, 'Query,ChangeTracking'],
  ['who shows rows', 'Create,Editing', { reads: 'own' }, 'Create,Editing,Query'],
  ['editing that another person turned off meanwhile', 'Query', { scope: 'add' }, 'Query'],
  ['what another person lets members do meanwhile', 'Query,Create,Editing', { isEditable: true, scope: 'all' }, 'Query,Create,Editing'],
])('%s stays', (_, before, change, after) => {
  expect(capabilitiesAfter(before, change)).toBe(after);
});

test('changes are kept for copies, and no longer', () => {
  expect(capabilitiesAfter('Query,Sync,ChangeTracking', { syncs: false })).toBe('Query');
  expect(capabilitiesAfter('Query', { syncs: true })).toBe('Query,Sync,ChangeTracking');
});

const all = 'Query,Create,Update,Delete,Editing';
const add = 'Query,Create,Editing';

test.each<[string, [string, string], [string, string], string | undefined]>([
  ['follows its service', ['Query', all], ['Query', all], undefined],
  ['has capabilities of its own, where editing begins', ['Query', all], ['Query', 'Query'], all],
  ['lets people add only, before and after editing was turned off', ['Query', all], ['Query', add], undefined],
  ['is edited by nobody, where export begins', [all, `${all},Extract`], ['Query', 'Query'], 'Query,Extract'],
  ['is edited by nobody, where more may be edited', [add, all], ['Query', 'Query'], undefined],
  ['lets people add only, as its service did', [add, all], [add, add], `${add},Update,Delete`],
  ['loses the only kind of edit and gets another', ['Query,Update,Editing', add], ['Query,Update,Editing', 'Query'], add],
  ['narrows with its service', [all, add], ['Query,Update,Editing', 'Query'], undefined],
  [
    'answers no queries, where its service begins to',
    ['Create,Editing', add],
    ['Create,Editing', 'Create,Editing'],
    'Create,Editing,Query',
  ],
])('a layer that %s', (_, [before, after], [had, has], own) => {
  expect(layerCapabilities({ service: { before, after }, layer: { before: had, after: has } })).toBe(own);
});

const owned = { enableEditorTracking: true, enableOwnershipAccessControl: true };
const open = { allowOthersToUpdate: true, allowOthersToDelete: true, allowOthersToQuery: true };

test.each<[string, Tracking, Partial<ServiceChoices>, Tracking]>([
  ['nothing for other settings', { ...owned, ...open, allowOthersToDelete: false }, { mayExport: true, isStatic: true }, {}],
  ['names alone', {}, { tracksEditors: true }, { enableEditorTracking: true }],
  [
    'own rows only, without what had no effect before',
    { allowOthersToQuery: false },
    { ownRowsOnly: true, tracksEditors: true },
    { ...owned, ...open, allowOthersToUpdate: false, allowOthersToDelete: false },
  ],
  ['own rows are seen only', {}, { reads: 'own' }, { ...owned, ...open, allowOthersToQuery: false }],
  [
    'own rows are seen only, where some may not be deleted',
    { ...owned, ...open, allowOthersToDelete: false },
    { reads: 'own' },
    { allowOthersToQuery: false },
  ],
  [
    'all are seen, where some may not be deleted',
    { ...owned, ...open, allowOthersToDelete: false },
    { reads: 'all' },
    { allowOthersToQuery: true },
  ],
  [
    'all are changed, names stay',
    { ...owned, ...open, allowOthersToDelete: false },
    { ownRowsOnly: false },
    { enableEditorTracking: true, enableOwnershipAccessControl: false, allowOthersToUpdate: true, allowOthersToDelete: true },
  ],
  [
    'no names, and what needs them',
    { ...owned, ...open, allowOthersToQuery: false },
    { tracksEditors: false, reads: 'all' },
    { enableEditorTracking: false, enableOwnershipAccessControl: false, allowOthersToQuery: true },
  ],
  ['visitors', {}, { visitorsEdit: true }, { allowAnonymousToUpdate: true }],
  [
    'no visitors where nobody edits any longer',
    { allowAnonymousToUpdate: true },
    { isEditable: false },
    { allowAnonymousToUpdate: false, allowAnonymousToDelete: false },
  ],
])('of tracking is sent: %s', (_, before, change, sent) => {
  expect(trackingAfter(before, change, change.isEditable ?? true)).toEqual(sent);
});

test('visitors get no right where another person turned editing off meanwhile', () => {
  expect(trackingAfter({}, { visitorsDelete: true }, false)).toEqual({ allowAnonymousToDelete: false });
});

test('own rows are told from the switches of a service', () => {
  const tracking = { enableOwnershipAccessControl: true, allowOthersToUpdate: true, allowOthersToQuery: false };
  expect(choicesOf({ ...info('Query'), editorTrackingInfo: tracking })).toMatchObject({ ownRowsOnly: false, reads: 'own' });
  const closed = { enableOwnershipAccessControl: true, allowOthersToUpdate: false };
  expect(choicesOf({ ...info('Query'), editorTrackingInfo: closed })).toMatchObject({ ownRowsOnly: true, reads: 'all' });
});

test.each<[string, Partial<ServiceChoices>, string, string, boolean]>([
  ['nothing that matters was changed', { scope: 'all' }, add, `${add},Extract`, false],
  ['somebody else chose something else', { scope: 'all' }, add, 'Query,Update,Editing', true],
  ['somebody else chose the same', { scope: 'all' }, add, all, false],
  ['somebody else turned on what it is about', { mayExport: true }, 'Query', 'Query,Extract', false],
  ['nobody edits any more', { scope: 'add' }, all, 'Query', true],
  ['nobody edits any more, and visitors were to', { visitorsEdit: true }, all, 'Query', true],
  ['nobody deletes any more, and visitors were to', { visitorsDelete: true }, all, add, true],
  ['editing began meanwhile with less than is wanted', { isEditable: true, scope: 'all' }, 'Query', add, true],
])('whether a setting is taken, where %s', (_, change, seen, now, taken) => {
  expect(isTaken(change, choicesOf(info(seen)), choicesOf(info(now)))).toBe(taken);
});
