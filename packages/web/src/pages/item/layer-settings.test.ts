// Capabilities of a service and the choices of a person.
import type { FeatureServiceInfo } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import { capabilitiesOf, choicesOf, EDIT_SCOPES } from './layer-settings.ts';

const info = (capabilities: string): FeatureServiceInfo => ({ capabilities }) as FeatureServiceInfo;

test.each(EDIT_SCOPES)('what members may do (%s) is written and read again', (scope) => {
  const choices = { ...choicesOf(info('Query')), isEditable: true, scope };
  expect(choicesOf(info(capabilitiesOf(choices, 'Query')))).toMatchObject({ isEditable: true, scope });
});

test('a service that nobody edits answers queries only', () => {
  expect(choicesOf(info('Query'))).toMatchObject({ isEditable: false, mayExport: false, scope: 'all' });
  expect(capabilitiesOf({ ...choicesOf(info('Query,Create,Editing,Extract')), isEditable: false }, 'Query,Create,Editing,Extract')).toBe(
    'Query,Extract',
  );
});

test('words that the page does not offer stay', () => {
  expect(capabilitiesOf(choicesOf(info('Query,Sync,ChangeTracking')), 'Query,Sync,ChangeTracking')).toBe('Query,Sync,ChangeTracking');
});

test('changes that are kept for other reasons than copies stay kept', () => {
  const choices = choicesOf(info('Query,Sync,ChangeTracking'));
  expect(capabilitiesOf({ ...choices, syncs: false }, 'Query,Sync,ChangeTracking')).toBe('Query');
  expect(capabilitiesOf(choicesOf(info('Query,ChangeTracking')), 'Query,ChangeTracking')).toBe('Query,ChangeTracking');
  expect(capabilitiesOf({ ...choicesOf(info('Query')), syncs: true }, 'Query')).toBe('Query,Sync,ChangeTracking');
});

test('own rows are told from the switches of a service', () => {
  const tracking = { enableOwnershipAccessControl: true, allowOthersToUpdate: true, allowOthersToQuery: false };
  expect(choicesOf({ ...info('Query'), editorTrackingInfo: tracking })).toMatchObject({ ownRowsOnly: false, reads: 'own' });
  const closed = { enableOwnershipAccessControl: true, allowOthersToUpdate: false };
  expect(choicesOf({ ...info('Query'), editorTrackingInfo: closed })).toMatchObject({ ownRowsOnly: true, reads: 'all' });
});
