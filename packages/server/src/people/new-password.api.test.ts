// A lost password: the mail with the link, what the link is good for, and what strangers learn from it all.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Agent } from '../../testing/agent.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { TEST_PASSWORD, type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { issueToken } from '../identity/index.ts';

const PUBLIC_URL = 'https://gis.example.org';

let t: TestPortal;
let server: MailServer;
let count = 0;

beforeAll(async () => {
  server = await startMailServer();
  const mail = { server: server.url, from: 'Maps <maps@example.org>' };
  t = await testPortal({ people: { admin1: 'admin' }, config: { publicUrl: PUBLIC_URL, mail } });
});
beforeEach(async () => {
  server.isAway = false;
  await t.runJobs();
  server.received.length = 0;
});
afterAll(async () => {
  await t.close();
  await server.close();
});

/** The administrator, signed in at the portal's time. */
async function admin(): Promise<Agent> {
  return new Agent(t.app, 'admin1', (await issueToken(t.portal, { username: 'admin1', token_epoch: 0 }, 60)).token);
}

/** A new member with an address. */
async function member(): Promise<string> {
  const username = `forgetful.${++count}`;
  const fields = { username, password: TEST_PASSWORD, fullname: 'Forgetful Person', email: 'person@example.org' };
  expect(await (await admin()).post('community/createUser', fields)).toMatchObject({ success: true });
  return username;
}

const ask = (username: string) => t.stranger.post(`community/users/${username}/forgotPassword`);
const reset = (username: string, code: string, newPassword = 'fresh horse 22') =>
  t.stranger.post(`community/users/${username}/resetPassword`, { code, newPassword });
const signIn = async (username: string, password: string) =>
  (await t.stranger.post('generateToken', { username, password, referer: 'http://localhost' })).token as string | undefined;

/** Asks for a mail and reads the code from its link. */
async function codeFor(username: string): Promise<string> {
  await ask(username);
  await t.runJobs();
  const code = /#([\w-]{43})$/m.exec(server.received.at(-1)?.text ?? '')?.[1];
  expect(code).toBeDefined();
  return code ?? '';
}

const tellings = async (): Promise<unknown[]> =>
  (await (await admin()).get('community/users/admin1/notifications')).notifications.filter(
    (each: { type: string }) => each.type === 'password_requested',
  );

/** A time at which nothing counts that was asked for before. */
let hours = 0;
function later(): void {
  hours += 2;
  t.setNow(new Date(Date.now() + hours * 3_600_000));
}

describe('somebody who forgot the password', () => {
  it('CO-286 gets a mail with a link to this portal, whatever host the request named, and chooses a new password with it', async () => {
    const username = await member();
    const old = await signIn(username, TEST_PASSWORD);
    expect(old).toBeDefined();
    const reply = await t.stranger.raw('POST', `community/users/${username}/forgotPassword`, {}, { host: 'evil.example.net' });
    expect(reply.json()).toEqual({ success: true });
    await t.runJobs();
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'maps@example.org', to: ['person@example.org'], headers: { 'auto-submitted': 'auto-generated' } });
    expect(mail?.text).toContain(username);
    expect(mail?.text).toContain(`${PUBLIC_URL}/home/newpassword.html?user=${username}#`);
    const code = /#([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await reset(username, code)).toEqual({ success: true });
    expect(await signIn(username, 'fresh horse 22')).toBeDefined();
    expect(await signIn(username, TEST_PASSWORD)).toBeUndefined();
    expect((await t.stranger.get('community/self', { token: old ?? '' })).error.code).toBe(498);
    await t.runJobs();
    expect(server.received.at(-1)?.text).toContain('was changed');
    expect(await tellings()).toEqual([]);
  });

  it('can use the link once, and of two that come together one works', async () => {
    const username = await member();
    const code = await codeFor(username);
    const both = await Promise.all([reset(username, code, 'first horse 333'), reset(username, code, 'second horse 333')]);
    expect(both.filter((each) => each.success)).toHaveLength(1);
    expect((await reset(username, code)).error.message).toContain('has been used or is too old');
  });

  it('can use it for an hour, and only for the own account', async () => {
    const [username, other] = [await member(), await member()];
    const code = await codeFor(username);
    const gone = (await reset('no.such.person', 'x'.repeat(43))).error;
    expect(gone.code).toBe(400);
    expect((await reset(other, code)).error).toEqual(gone);
    expect((await reset(username, 'x'.repeat(43))).error).toEqual(gone);
    later();
    expect((await reset(username, code)).error).toEqual(gone);
  });

  it('keeps the link when the new password is too weak', async () => {
    const username = await member();
    const code = await codeFor(username);
    expect((await reset(username, code, 'short')).error.details.join(' ')).toMatch(/8/);
    expect(await reset(username, code)).toEqual({ success: true });
  });

  it('loses the link when the password or the address is changed meanwhile, and when the account is locked', async () => {
    const lost = async (change: (by: Agent, username: string) => Promise<unknown>) => {
      later();
      const username = await member();
      const code = await codeFor(username);
      await change(await admin(), username);
      return (await reset(username, code)).error?.code;
    };
    expect(await lost((by, name) => by.post(`community/users/${name}/update`, { newPassword: 'by admin 4444' }))).toBe(400);
    expect(await lost((by, name) => by.post(`community/users/${name}/update`, { email: 'other@example.org' }))).toBe(400);
    expect(await lost((by, name) => by.post(`community/users/${name}/disable`))).toBe(400);
  });

  it('is let in again when the account was locked after wrong passwords', async () => {
    later();
    const username = await member();
    for (let i = 0; i < 5; i++) await signIn(username, 'wrong horse 1');
    expect(await signIn(username, TEST_PASSWORD)).toBeUndefined();
    await reset(username, await codeFor(username));
    expect(await signIn(username, 'fresh horse 22')).toBeDefined();
  });

  it('is told at the old address when the account has another one, whoever changed it', async () => {
    later();
    const username = await member();
    await (await admin()).post(`community/users/${username}/update`, { email: 'other@example.org' });
    await (await admin()).post(`community/users/${username}/update`, { fullname: 'Somebody' });
    await t.runJobs();
    expect(server.received.map((each) => each.to)).toEqual([['person@example.org']]);
    expect(server.received[0]?.text).toContain('another e-mail address');
    expect(server.received[0]?.text).not.toContain('other@example.org');
  });

  it('gets the mail in the own language', async () => {
    later();
    const username = await member();
    await sql`update account set culture = 'ar', full_name = 'ليلى' where username = ${username}`.execute(t.portal.db);
    await codeFor(username);
    expect(server.received[0]?.headers.subject).toMatch(/كلمة مرور جديدة/);
    expect(server.received[0]?.text).toContain('ليلى');
  });

  it('gets at most three mails in an hour, and those who ask learn nothing', async () => {
    later();
    const username = await member();
    const replies = [];
    for (let i = 0; i < 5; i++) replies.push(await ask(username));
    replies.push(await ask('nobody.at.all'));
    await t.runJobs();
    expect(server.received).toHaveLength(3);
    expect(new Set(replies.map((each) => JSON.stringify(each)))).toEqual(new Set(['{"success":true}']));
  });

  it('still gets the mail when the mail server was away, and what was asked for counts once', async () => {
    later();
    const username = await member();
    server.isAway = true;
    for (let i = 0; i < 2; i++) {
      await ask(username);
      await t.runJobs();
      await sql`update job set run_after = now() - interval '1 second' where name = 'ask-for-password'`.execute(t.portal.db);
    }
    expect(server.received).toHaveLength(0);
    server.isAway = false;
    await t.runJobs();
    expect(server.received.map((each) => each.to)).toEqual([['person@example.org'], ['person@example.org']]);
  });

  it('is made known to the administrators when the mail server stays away, or the account has no address', async () => {
    later();
    server.isAway = true;
    const before = (await tellings()).length;
    await ask(await member());
    for (let i = 0; i < 12; i++) {
      await t.runJobs();
      await sql`update job set run_after = now() - interval '1 second' where name = 'ask-for-password'`.execute(t.portal.db);
    }
    expect(await tellings()).toHaveLength(before + 1);
    const without = await member();
    await sql`update account set email = null where username = ${without}`.execute(t.portal.db);
    await ask(without);
    await t.runJobs();
    expect(await tellings()).toHaveLength(before + 2);
  });

  it('has nothing in the database that opens the account', async () => {
    later();
    const code = await codeFor(await member());
    const { rows } = await sql<{ text: string }>`
      select coalesce(jsonb_agg(to_jsonb(c))::text, '') || (select coalesce(jsonb_agg(to_jsonb(j))::text, '') from job j) as text
      from password_code c`.execute(t.portal.db);
    expect(rows[0]?.text).toMatch(/code_hash/);
    expect(rows[0]?.text).not.toContain(code);
  });
});

it('a portal says whether it sends mail, also to visitors of a private one', async () => {
  expect(await t.stranger.get('portals/self')).toMatchObject({ sendsMail: true });
  await (await admin()).post('portals/self/update', { access: 'private' });
  expect(await t.stranger.get('portals/self')).toMatchObject({ sendsMail: true });
  const username = await member();
  later();
  expect(await reset(username, await codeFor(username))).toEqual({ success: true });
});
