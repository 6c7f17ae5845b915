import { expect, it } from 'vitest';
import { visitorNetwork } from './visitor-network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['job', 'job'],
])('counts %s as %s', (address, network) => {
  expect(visitorNetwork(address)).toBe(network);
});

it('counts all addresses of one connection as one visitor, and those of another as another', () => {
  const [one, other] = ['2001:db8:1:2', '2001:db8:1:3'].map((network) =>
    Array.from({ length: 100 }, (_, i) => visitorNetwork(`${network}:${i.toString(16)}::${(7 * i).toString(16)}`)),
  );
  expect(new Set(one)).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(new Set(other)).toEqual(new Set(['2001:db8:1:3::/64']));
});
