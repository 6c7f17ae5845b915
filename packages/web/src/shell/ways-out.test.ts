// Where visitors must go before a page is shown.
import { expect, test } from 'vitest';
import type { Session } from '../api/session.ts';
import { wayOut } from './ways-out.ts';

const session = (portal: object, user?: object, isAdministrator = false) =>
  ({ portal: { access: 'public', isSetUp: true, ...portal }, user, isAdministrator }) as unknown as Session;
const exists = async () => true;
const missing = async () => false;
const at = (pathname: string, search = '') => ({ pathname, search });

test('a public organisation that is set up shows its pages to everyone', async () => {
  expect(await wayOut({ session: session({}), ...at('/home/item.html', '?id=1') }, exists)).toBeUndefined();
});

test('AC-158 a private organisation sends visitors to sign in and back, except from the pages they need for it', async () => {
  const closed = session({ access: 'private' });
  expect(await wayOut({ session: closed, ...at('/home/item.html', '?id=1') }, exists)).toBe(
    '/home/signin.html?returnUrl=%2Fhome%2Fitem.html%3Fid%3D1',
  );
  expect(await wayOut({ session: closed, ...at('/home/signin.html') }, exists)).toBeUndefined();
  expect(await wayOut({ session: closed, ...at('/home/troubleshoot.html') }, exists)).toBeUndefined();
  expect(await wayOut({ session: session({ access: 'private' }, {}), ...at('/home/item.html') }, exists)).toBeUndefined();
});

test('a portal without an administrator leads everybody to the page that makes one', async () => {
  expect(await wayOut({ session: session({ isSetUp: false }), ...at('/home/index.html') }, missing)).toBe('/home/createadmin.html');
  expect(await wayOut({ session: session({ isSetUp: false }), ...at('/home/index.html') }, exists)).toBeUndefined();
});

test('SH-141 an administrator finishes the set-up before anything else; other members do not', async () => {
  const fresh = { isSetUp: false };
  expect(await wayOut({ session: session(fresh, {}, true), ...at('/home/index.html') }, exists)).toBe('/home/setup.html');
  expect(await wayOut({ session: session(fresh, {}, true), ...at('/home/setup.html') }, exists)).toBeUndefined();
  expect(await wayOut({ session: session(fresh, {}), ...at('/home/index.html') }, exists)).toBeUndefined();
});
