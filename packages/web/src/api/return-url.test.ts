// Where a sign-in may lead afterwards.
import { describe, expect, test } from 'vitest';
import { safeReturnPath } from './return-url.ts';

const ORIGIN = 'https://gis.example.org';

describe('the address to return to', () => {
  test.each([
    ['/home/item.html?id=1', '/home/item.html?id=1'],
    ['item.html?id=1#overview', '/home/item.html?id=1#overview'],
    [`${ORIGIN}/home/webmap/viewer.html?webmap=1`, '/home/webmap/viewer.html?webmap=1'],
    ['/sharing/rest/oauth2/authorize?client_id=a', '/sharing/rest/oauth2/authorize?client_id=a'],
  ])('%s is within the portal', (given, path) => {
    expect(safeReturnPath(given, ORIGIN)).toBe(path);
  });

  test.each([
    'https://evil.example.org/home/',
    '//evil.example.org/home/',
    '/\\evil.example.org',
    '\\\\evil.example.org',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    '/\t/evil.example.org',
    'data:text/html,x',
    'https://gis.example.org@evil.example.org/',
    'https://user:pw@gis.example.org/home/',
    'https://gis.example.org.evil.org/',
    'http://gis.example.org/home/',
    'https://gis.example.org//evil.example.org',
    'http://[',
    '',
    null,
  ])('AC-167 %j leads elsewhere and is dropped', (given) => {
    expect(safeReturnPath(given, ORIGIN)).toBeUndefined();
  });

  test.each(['/home/signin.html', '/home/SignIn.html?returnUrl=x'])('AC-117 %s is the sign-in page itself and is dropped', (given) => {
    expect(safeReturnPath(given, ORIGIN)).toBeUndefined();
  });
});
