// What was found for visitors in a moment in which nothing can change: who asks the same in that moment gets the same, and finding it again
// would cost more than sending it.
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../caller.ts';
import type { Hold } from '../db/still-tables.ts';
import { SESSION_COOKIE, type Sender } from './credentials.ts';
import type { From } from './forwarded.ts';

/** What was found, and for whom. */
export interface Standing<Found> {
  /** It holds as long as this moment lasts, and no longer. */
  moment: Hold;
  caller: Caller;
  found: Found;
}

interface Kept<Found> extends Standing<Found> {
  from: From;
  languages: string | undefined;
}

type Said = Pick<IncomingMessage, 'headers'>;

/** Nothing tells who sent it, and no page of another origin wants to read the answer. */
function isBare({ headers }: Said): boolean {
  return (
    headers.authorization === undefined &&
    headers['x-esri-authorization'] === undefined &&
    headers.origin === undefined &&
    headers.cookie?.includes(SESSION_COOKIE) !== true
  );
}

/** What was found in one moment, by address; what was found in the moment before is let go of with the first of the next. */
export class StandingFinds<Found> {
  #moment: Hold | undefined;
  readonly #kept = new Map<string, Kept<Found>>();

  /** What was found for a visitor who asked the same from the same place; whether its moment lasts still, the database tells. */
  of(
    request: Pick<IncomingMessage, 'headers' | 'url'>,
    senderIn: (request: IncomingMessage) => From | undefined,
  ): Standing<Found> | undefined {
    const kept = this.#kept.get(request.url ?? '');
    if (kept === undefined || !isBare(request)) return undefined;
    const from = senderIn(request as IncomingMessage);
    const isSame =
      from !== undefined &&
      from.ip === kept.from.ip &&
      from.host === kept.from.host &&
      from.protocol === kept.from.protocol &&
      request.headers['accept-language'] === kept.languages;
    return isSame ? kept : undefined;
  }

  /** Keeps what was found for a visitor; what was found for somebody with an account, or is asked for with a token, is not kept. */
  keep(url: string, sender: Sender, standing: Standing<Found>): void {
    if (standing.caller.via !== 'none' || !isBare(sender)) return;
    if (this.#moment !== standing.moment) {
      this.#moment = standing.moment;
      this.#kept.clear();
    }
    const { ip, host, protocol, headers } = sender;
    this.#kept.set(url, { ...standing, from: { ip, host, protocol }, languages: headers['accept-language'] });
  }
}
