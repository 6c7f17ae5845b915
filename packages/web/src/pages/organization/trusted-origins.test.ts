// Websites an organisation trusts.
import { expect, test } from 'vitest';
import { readOrigins } from './trusted-origins.ts';

test.each([
  ['', [], undefined],
  ['https://maps.example.org', ['https://maps.example.org'], undefined],
  [
    'https://maps.example.org/app/?x=1#y\n\n  HTTP://Dev.Example.org:8080/ ',
    ['https://maps.example.org', 'http://dev.example.org:8080'],
    undefined,
  ],
  ['maps.example.org, maps.example.org:443\nlocalhost:5173', ['https://maps.example.org', 'https://localhost:5173'], undefined],
  ['https://a.example.org\nftp://b.example.org', ['https://a.example.org'], 'ftp://b.example.org'],
  ['javascript:alert(1)', [], 'javascript:alert(1)'],
  ['https://ann:secret@a.example.org', [], 'https://ann:secret@a.example.org'],
  ['https://*.example.org', [], 'https://*.example.org'],
  ['*', [], '*'],
  ['https://', [], 'https://'],
])('%j', (text, origins, wrong) => {
  expect(readOrigins(text)).toEqual({ origins, wrong });
});
