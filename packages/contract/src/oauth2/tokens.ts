// Tokens: getting, exchanging and revoking them; sessions of the pages.
import { endpoint } from '../endpoint.ts';
import { flag, integer, required, text } from '../param.ts';

export interface TokenReply {
  token: string;
  /** Epoch milliseconds. */
  expires: number;
  ssl: boolean;
}

export const generateToken = endpoint<TokenReply>()(
  '/sharing/rest/generateToken',
  {
    username: text({ secret: true }),
    password: text({ secret: true }),
    token: text({ secret: true }),
    serverUrl: text(),
    expiration: integer(),
    client: text(),
    referer: text(),
    ip: text(),
  },
  { confidential: true, summary: 'A token for a user name and password, or for a server in exchange for a token' },
);

export interface SessionReply {
  success: true;
  username: string;
  /** Epoch milliseconds. */
  expires: number;
}

export const signIn = endpoint<SessionReply>()(
  '/sharing/rest/oauth2/session',
  { username: required(text({ secret: true })), password: required(text({ secret: true })), persistent: flag() },
  { method: 'change', confidential: true, summary: 'Signs a browser in with an HttpOnly cookie' },
);

export const endSession = endpoint<{ success: true }>()(
  '/sharing/rest/oauth2/endSession',
  {},
  { method: 'change', summary: 'Signs the browser out and revokes its token' },
);

export const signOut = endpoint<never>()(
  '/sharing/rest/oauth2/signout',
  { client_id: text(), redirect_uri: text(), token: text({ secret: true }) },
  { manner: 'page', summary: 'Ends the session and goes back to the portal, or to an address that the app of `client_id` registered' },
);

export const revokeToken = endpoint<{ success: true }>()(
  '/sharing/rest/oauth2/revokeToken',
  { auth_token: required(text({ secret: true })), client_id: text() },
  { method: 'change', confidential: true, summary: 'Makes a token invalid' },
);
