// Addresses that apps may register, and those they may send people back to.
import { expect, test } from 'vitest';
import { mayRedirect, redirectFault } from './redirects.rules.ts';

test.each(['https://example.org', 'http://localhost:3000/back', 'my-app://auth', 'urn:ietf:wg:oauth:2.0:oob'])(
  '%s may be registered',
  (address) => expect(redirectFault(address)).toBeUndefined(),
);

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001data:text/html,x',
  'data:text/html,x',
  'example.org',
  '',
  'https://ada:secret@example.org',
  'https://*.example.org/',
  `https://example.org/${'x'.repeat(2000)}`,
])('%s may not', (address) => expect(redirectFault(address)).toBeDefined());

test.each([
  ['https://example.org/app', 'https://example.org/app', true],
  ['https://example.org/app', 'https://example.org/app/back?x=1', true],
  ['https://example.org', 'https://example.org/anywhere', true],
  ['https://example.org/app/', 'https://example.org/app/back', true],
  ['https://example.org/app', 'https://example.org/application', false],
  ['https://example.org/app', 'https://example.org/app/../other', false],
  ['https://example.org/app', 'http://example.org/app', false],
  ['https://example.org/app', 'https://example.org:8443/app', false],
  ['https://example.org', 'https://example.org.evil.net/', false],
  ['https://example.org', 'https://example.org@evil.net/', false],
  ['https://example.org', 'urn:ietf:wg:oauth:2.0:oob', false],
  ['urn:ietf:wg:oauth:2.0:oob', 'urn:ietf:wg:oauth:2.0:oob', true],
])('registered %s, asked for %s: %s', (registered, asked, expected) => expect(mayRedirect([registered], asked)).toBe(expected));
