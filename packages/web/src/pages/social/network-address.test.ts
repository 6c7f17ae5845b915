// Where sharing with a social network leads.
import { expect, test } from 'vitest';
import { networkAddress } from './network-address.ts';

const ORIGIN = 'https://maps.example.org';
const leads = (query: string) => networkAddress(new URLSearchParams(query), ORIGIN);

test('SH-033 n is fb or tw, with title and address', () => {
  expect(leads('t=Trees+of+Bonn&n=fb&u=https%3A%2F%2Fmaps.example.org%2Fhome%2Fitem.html%3Fid%3D7')).toBe(
    'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fmaps.example.org%2Fhome%2Fitem.html%3Fid%3D7',
  );
  expect(leads('t=Trees+of+Bonn&n=tw&u=%2Fhome%2Fitem.html%3Fid%3D7')).toBe(
    'https://twitter.com/intent/tweet?text=Trees%20of%20Bonn&url=https%3A%2F%2Fmaps.example.org%2Fhome%2Fitem.html%3Fid%3D7',
  );
  expect(leads('t=x&n=other&u=%2Fhome%2F')).toBeUndefined();
});

test('nobody is sent to another host, whatever the address says', () => {
  for (const u of ['https://evil.example', '//evil.example', 'javascript:alert(1)', 'http://[']) {
    expect(leads(`t=x&n=fb&u=${encodeURIComponent(u)}`)).toBeUndefined();
  }
});
