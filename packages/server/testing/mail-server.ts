// A mail server for tests: takes what it is given, and can be out of order.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A mail as it arrived. */
interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers by lower-case name, and the text, decoded. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** A started mail server. */
export interface MailServer {
  url: URL;
  received: ReceivedMail[];
  /** While true, it takes no mail. */
  isAway: boolean;
  close(): Promise<void>;
}

/** Starts a server on this machine. */
export async function startMailServer(): Promise<MailServer> {
  const server = createServer();
  const sockets = new Set<Socket>();
  const box: MailServer = {
    url: new URL('smtp://localhost'),
    received: [],
    isAway: false,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    talk(socket, box);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  box.url = new URL(`smtp://127.0.0.1:${(server.address() as { port: number }).port}`);
  return box;
}

function talk(socket: Socket, box: MailServer): void {
  let [buffered, from, to] = ['', '', [] as string[]];
  let isData = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  say('220 test');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffered += chunk;
    for (;;) {
      const end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = buffered.slice(0, end);
      buffered = buffered.slice(end + (isData ? 5 : 2));
      if (isData) {
        box.received.push({ from, to, ...readMail(part) });
        [isData, to] = [false, []];
        say('250 taken');
        continue;
      }
      const address = /<([^>]*)>/.exec(part)?.[1] ?? '';
      if (/^MAIL/i.test(part)) {
        from = address;
        say(box.isAway ? '451 come back later' : '250 ok');
      } else if (/^RCPT/i.test(part)) {
        to.push(address);
        say('250 ok');
      } else if (/^DATA/i.test(part)) {
        isData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(part)) {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    }
  });
}

function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const split = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, split)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), decodedWords(line.slice(line.indexOf(':') + 1).trim())]),
  );
  return { headers, text: decoded(raw.slice(split + 4), headers['content-transfer-encoding'] ?? '7bit').replaceAll('\r\n', '\n') };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? unquoted(body.replace(/=\r\n/g, '')) : body;
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Header words such as `=?UTF-8?B?…?=`. */
function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, value: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(value, 'base64').toString('utf8') : unquoted(value.replaceAll('_', ' ')),
    );
}
