// Where a sign-in leads.
import { expect, test } from 'vitest';
import { destinationAfterSignIn } from './after-sign-in.ts';

const ORIGIN = 'https://gis.example.org';
const member = { isAdministrator: false, can: () => true, portal: { isSetUp: true, urlKey: null, customBaseUrl: null } };
const admin = { ...member, isAdministrator: true };

test('AC-117 a good returnUrl comes first', () => {
  expect(destinationAfterSignIn(member, '/home/item.html?id=1', ORIGIN)).toBe('/home/item.html?id=1');
});

test('AC-117 AC-167 a returnUrl to the sign-in page or to another host is dropped', () => {
  expect(destinationAfterSignIn(member, '/home/signin.html', ORIGIN)).toBe('/home/index.html');
  expect(destinationAfterSignIn(member, 'https://evil.example.com/', ORIGIN)).toBe('/home/index.html');
});

test('AC-120 an administrator of an organisation that is not set up goes to the set-up page', () => {
  const fresh = { ...admin, portal: { ...admin.portal, isSetUp: false } };
  expect(destinationAfterSignIn(fresh, '/home/item.html?id=1', ORIGIN)).toBe('/home/setup.html');
});

test('AC-119 AC-202 with an address of its own, an administrator who may see members goes to the organisation page, others home', () => {
  const portal = { isSetUp: true, urlKey: 'city', customBaseUrl: 'maps.example.org' };
  expect(destinationAfterSignIn({ ...admin, portal }, null, ORIGIN)).toBe('/home/organization.html');
  expect(destinationAfterSignIn({ ...admin, portal, can: () => false }, null, ORIGIN)).toBe('/home/index.html');
  expect(destinationAfterSignIn({ ...member, portal }, null, ORIGIN)).toBe('/home/index.html');
});

test('AC-121 everybody else goes home', () => {
  expect(destinationAfterSignIn(admin, null, ORIGIN)).toBe('/home/index.html');
});
