import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { openMailer } from './mailer.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const from = 'Maps <maps@example.org>';
const withPassword = (host: string): URL => new URL(`smtp://ada:secret@${host}:${server.url.port}`);

it('there is no mailer without a mail server', () => {
  expect(openMailer(undefined)).toBeUndefined();
});

it('mail keeps letters of every language, and its subject cannot add headers or people', async () => {
  const mailer = openMailer({ server: server.url, from });
  await mailer?.send({ to: 'a@example.org', subject: 'مرحبًا\r\nBcc: b@example.org', text: 'Grüße,\nمرحبًا\n.\nend' });
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: 'maps@example.org', to: ['a@example.org'] });
  expect(mail?.headers).not.toHaveProperty('bcc');
  expect(mail?.headers.subject).toContain('مرحبًا');
  expect(mail?.text).toContain('Grüße,\nمرحبًا');
});

it('an address is one address', async () => {
  const mailer = openMailer({ server: server.url, from });
  await mailer?.send({ to: 'a@example.org, b@example.org', subject: 'x', text: 'x' }).catch(() => undefined);
  expect(server.received.flatMap((mail) => mail.to)).not.toContain('b@example.org');
});

it('a password is not sent in the clear to another machine', async () => {
  // A name of this machine that the mailer does not take for this machine.
  const mailer = openMailer({ server: withPassword('0.0.0.0'), from });
  await expect(mailer?.send({ to: 'a@example.org', subject: 'x', text: 'x' })).rejects.toThrow(/TLS|STARTTLS/i);
});
