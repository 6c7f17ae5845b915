import { expect, it } from 'vitest';
import { companionCookie, type SessionFacts } from './companion-cookie.rules.ts';

const account: SessionFacts = {
  username: 'ada',
  access: 'org',
  org_id: null,
  role: 'publisher',
  culture: 'EN-us',
  region: 'US',
  url_key: null,
};
const session = { expires: new Date(0), persistent: false, baseUrl: 'https://gis.example.org', customHost: null };

it('CO-065 accountId and role are in the cookie of members of an organisation only', () => {
  expect(JSON.parse(companionCookie(account, session))).not.toHaveProperty('accountId');
  expect(JSON.parse(companionCookie(account, session))).not.toHaveProperty('role');
  const member = JSON.parse(companionCookie({ ...account, org_id: '0123456789ABCDEF' }, session));
  expect(member).toMatchObject({ accountId: '0123456789ABCDEF', role: 'org_publisher', culture: 'en-us' });
});
