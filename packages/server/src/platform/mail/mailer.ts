// Hands mail over to the mail server of the installation; without one there is no mailer.
import type { Transporter } from 'nodemailer';
import type { Options } from 'nodemailer/lib/smtp-transport/index.js';
import type { MailConfig } from '../../config/config.ts';

/** A mail of plain text to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail; only jobs use it, because a mail server may take long. */
export interface Mailer {
  /** Resolves once the mail server took the mail over. @throws Error when it did not, or not in time */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Whether a mail was refused for itself, such as for its address; otherwise the next one would fail as well. */
export function isOfOneMail(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}

/** How long each step of the talk with the mail server may take. */
const PATIENCE_MS = 15_000;

/** A mailer for a mail server; undefined without one. */
export function openMailer(config: MailConfig | undefined): Mailer | undefined {
  if (config === undefined) return undefined;
  const { server, from } = config;
  const isSecure = server.protocol === 'smtps:';
  const [user, pass] = [decodeURIComponent(server.username), decodeURIComponent(server.password)];
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(server.hostname);
  const options: Options = {
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: server.port === '' ? (isSecure ? 465 : 587) : Number(server.port),
    secure: isSecure,
    // A password never goes over a network in the clear, whatever the server offers.
    requireTLS: !isSecure && user !== '' && !isHere,
    ...(user === '' ? {} : { auth: { user, pass } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let opened: Transporter | undefined;
  return {
    send: async ({ to, subject, text }) => {
      // With the first mail: the library takes 3 MB of memory, and many portals send none.
      const { createTransport } = await import('nodemailer');
      opened ??= createTransport(options, { from, headers: { 'Auto-Submitted': 'auto-generated' } });
      // As an object, so that a comma in an address cannot make two of it.
      await opened.sendMail({ to: { name: '', address: to }, subject, text });
    },
    close: () => opened?.close(),
  };
}
