// Signing in and out, as the pages do it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';
import { leaveSession, sessionQuery, startSession, toSession } from './session.ts';

const user = { username: 'ada', role: 'org_user', privileges: ['portal:user:createItem'] };

let asked: string[];

beforeEach(() => {
  asked = [];
  queryClient.clear();
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/^.*\/rest\//, '').replace(/\?.*$/, ''));
    return new Response(JSON.stringify(url.includes('portals/self') ? { id: 'A', user } : { success: true }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('CO-127 signing in gets the session with its cookie, then the profile, and tells everything that shows who is signed in', async () => {
  const seen: (string | undefined)[] = [];
  const stop = queryClient
    .getQueryCache()
    .subscribe(({ query }) => seen.push((query.state.data as { user?: { username: string } } | undefined)?.user?.username));
  queryClient.setQueryData(['items'], 'of a visitor');
  const session = await startSession('ada', 'secret', false);
  stop();
  expect(asked).toEqual(['oauth2/session', 'portals/self']);
  expect(session.user?.username).toBe('ada');
  expect(seen).toContain('ada');
  expect(queryClient.getQueryData(['items'])).toBeUndefined();
});

test('CO-131 signing out ends the session, forgets the map that was kept in the tab, and leads on', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  queryClient.setQueryData(sessionQuery.queryKey, toSession({ id: 'A', user } as never));
  sessionStorage.setItem('graticule-unsaved-map', '{"key":"m"}');
  sessionStorage.setItem('of-other-software', 'stays');
  await leaveSession('/home/index.html');
  expect(asked).toEqual(['oauth2/endSession']);
  expect(sessionStorage.getItem('graticule-unsaved-map')).toBeNull();
  expect(sessionStorage.getItem('of-other-software')).toBe('stays');
  // the whole page is loaded anew, with nothing in memory
  expect(assign).toHaveBeenCalledWith('/home/index.html');
});

test('CO-183 a privilege that is told is a permission, and nothing else is', () => {
  const session = toSession({ id: 'A', user } as never);
  expect(session.can('portal:user:createItem')).toBe(true);
  expect(session.can('portal:admin:viewItems')).toBe(false);
  expect(toSession({ id: 'A' } as never).can('portal:user:createItem')).toBe(false);
});

test('CO-053 the role on which one of the organisation is based makes nobody an administrator', () => {
  const isAdministrator = (role: string, roleId?: string) =>
    toSession({ id: 'A', user: { ...user, role, ...(roleId && { roleId }) } } as never).isAdministrator;
  expect(isAdministrator('org_admin')).toBe(true);
  expect(isAdministrator('org_admin', 'x1y2z3')).toBe(false);
  expect(isAdministrator('org_user', 'x1y2z3')).toBe(false);
});
