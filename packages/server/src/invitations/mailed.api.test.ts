// Invitations by mail.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  const mail = { server: server.url, from: 'maps@example.org' };
  t = await testPortal({ people: { boss: 'admin' }, config: { publicUrl: 'https://gis.example.org', mail } });
});
beforeEach(() => {
  server.received.length = 0;
});
afterAll(async () => {
  await t.close();
  await server.close();
});

const invite = (emails: string, message = '') => t.as('boss').post('portals/self/inviteByEmail', { emails, message });
const read = (id: string) => t.as('boss').get(`portals/self/invitations/${id}`);

describe('an invitation', () => {
  it('to an address is sent there with its link and the message, once', async () => {
    const { invitations } = await invite('ann@example.org', 'Welcome!\nYour maps wait.');
    const [{ id, url, mailed }] = invitations;
    expect(mailed).toBeNull();
    await t.runJobs();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail?.to).toEqual(['ann@example.org']);
    expect(mail?.text).toContain(url);
    expect(mail?.text).toContain('boss Test');
    expect(mail?.text).toContain('Welcome!\nYour maps wait.');
    expect((await read(id)).mailed).toBeGreaterThan(0);
    await sql`update job set state = 'waiting' where name = 'mail-invitations'`.execute(t.portal.db);
    await t.runJobs();
    expect(server.received).toHaveLength(1);
  });

  it('for whoever has the link is sent to nobody', async () => {
    await t.as('boss').post('portals/self/invite', { invitationList: { invitations: [{ fullname: 'Somebody' }] } });
    await t.runJobs();
    expect(server.received).toEqual([]);
  });

  it('that is given out again is sent again with its new link, and one that was taken back is not sent', async () => {
    const { invitations } = await invite('bob@example.org,eve@example.org');
    const ids: string[] = invitations.map((each: { id: string }) => each.id);
    await t.as('boss').post(`portals/self/invitations/${ids[1]}/delete`);
    await t.runJobs();
    expect(server.received.map((each) => each.to)).toEqual([['bob@example.org']]);
    const { invitation } = await t.as('boss').post(`portals/self/invitations/${ids[0]}/resend`);
    await t.runJobs();
    expect(server.received).toHaveLength(2);
    expect(server.received[1]?.text).toContain(invitation.url);
    expect(invitation.url).not.toBe(invitations[0].url);
  });

  it('waits for a mail server that is away', async () => {
    server.isAway = true;
    await invite('late@example.org');
    await t.runJobs();
    expect(server.received).toEqual([]);
    server.isAway = false;
    await sql`update job set run_after = now() - interval '1 second' where name = 'mail-invitations'`.execute(t.portal.db);
    await t.runJobs();
    expect(server.received.map((each) => each.to)).toEqual([['late@example.org']]);
  });

  it('is not tried one by one while the mail server does not answer, and holds up no other when its address is refused', async () => {
    const { mailer } = t.portal;
    const tried: string[] = [];
    let code = 'ETIMEDOUT';
    t.portal.mailer = {
      send: async ({ to }) => {
        tried.push(to);
        if (code !== 'EENVELOPE' || to === 'first@example.org') throw Object.assign(new Error('not sent'), { code });
      },
      close: () => undefined,
    };
    try {
      await invite('first@example.org,second@example.org');
      await t.runJobs();
      expect(tried).toHaveLength(1);
      code = 'EENVELOPE';
      await sql`update job set run_after = now() - interval '1 second' where name = 'mail-invitations'`.execute(t.portal.db);
      await t.runJobs();
      expect(tried.slice(1).toSorted()).toEqual(['first@example.org', 'second@example.org']);
    } finally {
      t.portal.mailer = mailer;
    }
  });
});
