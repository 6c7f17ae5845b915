// Endpoints that give, exchange and revoke tokens, and the cookie session of the pages.
import { fail } from '@graticule/contract/errors';
import { endSession, generateToken, revokeToken, signIn, signOut } from '@graticule/contract/oauth2/tokens';
import type { Portal } from '../platform/context.ts';
import { SESSION_COOKIE } from '../platform/http/credentials.ts';
import { redirectReply } from '../platform/http/reply.ts';
import type { HttpFacts } from '../platform/http/request.ts';
import type { Routes } from '../platform/http/routes.ts';
import { callerOfToken } from './authenticate.ts';
import { COMPANION_COOKIE } from './companion-cookie.rules.ts';
import { companionOf } from './companion-cookie.ts';
import { isRedirectOfApp } from './redirects.ts';
import { signInWithPassword } from './sign-in.ts';
import { issueToken, MAX_TOKEN_MINUTES, readToken, revoke, tokenMinutes } from './tokens.ts';

/** Life of a browser session without "remember me". */
const SESSION_MINUTES = 120;

/** Binds the endpoints of this file. */
export function tokenRoutes(routes: Routes): void {
  routes.bind(generateToken).to(async (portal, caller, input, http) => {
    if (http.inQuery('password')) throw fail('PASSWORD_IN_QUERY');
    if (input.token !== undefined) {
      const holder = await callerOfToken(portal, input.token, 'parameter', caller);
      if (input.serverUrl !== undefined && !isOwnUrl(input.serverUrl, caller.baseUrl)) throw fail('SERVER_NOT_FEDERATED');
      const given = await readToken(portal, input.token);
      // The exchange must not outlive what was exchanged, or a short token would never end.
      const minutesLeft = Math.max(1, Math.floor((given.expires.getTime() - portal.clock.now().getTime()) / 60_000));
      const minutes = Math.min(minutesLeft, tokenMinutes(input.expiration));
      return tokenReply(portal, caller.baseUrl, { username: holder.username ?? '', token_epoch: given.epoch }, minutes);
    }
    if (input.username === undefined) throw fail('MISSING_PARAMETER', { values: ['username'] });
    if (input.password === undefined) throw fail('MISSING_PARAMETER', { values: ['password'] });
    const account = await signInWithPassword(portal, input.username, input.password, caller.address);
    return tokenReply(portal, caller.baseUrl, account, input.expiration);
  });

  routes.bind(signIn).to(async (portal, caller, input, http) => {
    if (http.inQuery('password')) throw fail('PASSWORD_IN_QUERY');
    // Another site must not sign a visitor in under a name of its choice.
    if (isFromElsewhere(http, caller.baseUrl)) throw fail('CROSS_SITE');
    const account = await signInWithPassword(portal, input.username, input.password, caller.address);
    const minutes = input.persistent === true ? MAX_TOKEN_MINUTES : SESSION_MINUTES;
    const { token, expires } = await issueToken(portal, account, minutes);
    // Without "remember me" the cookie ends with the browser, and its token after two hours.
    const life = input.persistent === true ? { maxAgeSeconds: minutes * 60 } : {};
    http.setCookie(SESSION_COOKIE, token, { httpOnly: true, ...life });
    const session = { expires, persistent: input.persistent === true, baseUrl: caller.baseUrl };
    http.setCookie(COMPANION_COOKIE, await companionOf(portal, account.username, session), { httpOnly: false, ...life });
    return { success: true, username: account.username, expires: expires.getTime() };
  });

  routes.bind(endSession).to(async (portal, _caller, _input, http) => {
    await dropSession(portal, http);
    return { success: true };
  });

  routes.bind(signOut).to(async (portal, caller, input, http) => {
    await dropSession(portal, http);
    if (input.token !== undefined) await revoke(portal, input.token);
    const { client_id: clientId, redirect_uri: target } = input;
    const isApps = clientId !== undefined && target !== undefined && (await isRedirectOfApp(portal, clientId, target));
    // As it was compared: with everything that a header cannot hold encoded or left out.
    if (isApps && /^https?:/i.test(target)) return redirectReply(new URL(target).href);
    return redirectReply(ownRedirect(target, caller.baseUrl));
  });

  routes.bind(revokeToken).to(async (portal, _caller, input) => {
    await revoke(portal, input.auth_token);
    return { success: true };
  });
}

function isFromElsewhere(http: HttpFacts, baseUrl: string): boolean {
  const site = http.header('sec-fetch-site');
  const origin = http.header('origin');
  return site === 'cross-site' || site === 'same-site' || (origin !== undefined && origin !== new URL(baseUrl).origin);
}

async function tokenReply(
  portal: Portal,
  baseUrl: string,
  account: { username: string; token_epoch: number },
  expiration: number | undefined,
): Promise<{ token: string; expires: number; ssl: boolean }> {
  const { token, expires } = await issueToken(portal, account, tokenMinutes(expiration));
  return { token, expires: expires.getTime(), ssl: baseUrl.startsWith('https:') };
}

async function dropSession(portal: Portal, http: HttpFacts): Promise<void> {
  const match = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`).exec(http.header('cookie') ?? '');
  if (match?.[1] !== undefined) await revoke(portal, match[1]);
  http.setCookie(SESSION_COOKIE, '', { httpOnly: true, maxAgeSeconds: 0 });
  http.setCookie(COMPANION_COOKIE, '', { httpOnly: false, maxAgeSeconds: 0 });
}

/** Where to go after signing out: a page of the portal, or its home page. Without a host, because that may come from the request. */
function ownRedirect(target: string | undefined, baseUrl: string): string {
  const home = new URL(`${baseUrl}/`);
  if (target === undefined || !URL.canParse(target, home)) return home.pathname;
  const { href, pathname, search, hash } = new URL(target, home);
  // Two slashes at the start would name another host.
  return isOwnUrl(href, baseUrl) ? `${pathname.replace(/^\/+/, '/')}${search}${hash}` : home.pathname;
}

/** Whether an address lies below the portal. */
function isOwnUrl(url: string, baseUrl: string): boolean {
  return URL.canParse(url) && (url === baseUrl || url.startsWith(`${baseUrl}/`));
}
