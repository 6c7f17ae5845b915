import { describe, expect, it } from 'vitest';
import type { Caller } from '../caller.ts';
import type { Hold } from '../db/still-tables.ts';
import type { Sender } from './credentials.ts';
import { type Standing, StandingFinds } from './standing-finds.ts';

const FROM = { ip: '192.0.2.1', host: 'maps.example.org', protocol: 'https' } as const;
const URL = '/tiles/0/0/0.pbf?v=1';
const moment = (): Hold => ({ answers: new Map() });
const visitor = { kind: 'anonymous', via: 'none' } as Caller;
const sender = (headers: Sender['headers'] = {}): Sender => ({ ...FROM, headers, cookies: {} });
const standing = (found: string, at: Hold, caller = visitor): Standing<string> => ({ found, moment: at, caller });

function ask(
  finds: StandingFinds<string>,
  { url = URL, headers = {}, from = FROM }: { url?: string; headers?: Sender['headers']; from?: object } = {},
) {
  return finds.of({ url, headers }, () => ({ ...FROM, ...from }))?.found;
}

describe('what was found for a visitor', () => {
  it('is there for one who asks the same from the same place', () => {
    const finds = new StandingFinds<string>();
    expect(ask(finds)).toBeUndefined();
    finds.keep(URL, sender({ cookie: 'theme=dark' }), standing('a', moment()));
    expect(ask(finds)).toBe('a');
    expect(ask(finds, { headers: { cookie: 'theme=light', 'if-none-match': '"x"' } })).toBe('a');
  });

  it.each([
    ['another address', { url: '/tiles/0/0/0.pbf?v=2' }],
    ['another place', { from: { ip: '192.0.2.2' } }],
    ['another organisation', { from: { host: 'other.example.org' } }],
    ['another scheme', { from: { protocol: 'http' } }],
    ['another language', { headers: { 'accept-language': 'ar' } }],
    ['a page of another origin', { headers: { origin: 'https://trusted.example' } }],
    ['a token', { headers: { authorization: 'Bearer abc' } }],
    ['a token as other clients send it', { headers: { 'x-esri-authorization': 'Bearer abc' } }],
    ['a session', { headers: { cookie: 'graticule_session=abc' } }],
  ])('is not there for %s', (_what, asked) => {
    const finds = new StandingFinds<string>();
    finds.keep(URL, sender(), standing('a', moment()));
    expect(ask(finds, asked)).toBeUndefined();
  });

  it.each([
    ['somebody with an account', sender(), { ...visitor, kind: 'user', via: 'parameter' } as Caller],
    ['a session that has ended', sender({ cookie: 'graticule_session=abc' }), visitor],
    ['a page of another origin', sender({ origin: 'https://trusted.example' }), visitor],
  ])('is not kept for %s', (_what, from, caller) => {
    const finds = new StandingFinds<string>();
    finds.keep(URL, from, standing('a', moment(), caller));
    expect(ask(finds, { headers: from.headers })).toBeUndefined();
    expect(ask(finds)).toBeUndefined();
  });

  it('goes with its moment', () => {
    const finds = new StandingFinds<string>();
    const [first, second] = [moment(), moment()];
    finds.keep(URL, sender(), standing('a', first));
    finds.keep('/b', sender(), standing('b', first));
    expect([ask(finds), ask(finds, { url: '/b' })]).toEqual(['a', 'b']);
    finds.keep(URL, sender(), standing('c', second));
    expect([ask(finds), ask(finds, { url: '/b' })]).toEqual(['c', undefined]);
  });
});
