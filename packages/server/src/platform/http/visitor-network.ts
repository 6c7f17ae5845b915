// What an address counts as where tries are limited: whoever has one address of IPv6 mostly has 2^64 of them.
import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A connection gets a network of 64 bits or more, four groups of an address. */
const NETWORK_GROUPS = 4;
/** An address of IPv4 as sockets for both kinds give it. */
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * The address of IPv4, or the network of 64 bits of one of IPv6; anything else as it is.
 * @example visitorNetwork('2001:db8:1:2:aaaa::9') === '2001:db8:1:2::/64'
 */
export function visitorNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return address;
  const [head = '', tail = ''] = bare.split('::');
  const before = groupsOf(head);
  const zeros = new Array<string>(Math.max(0, GROUPS - before.length - groupsOf(tail).length)).fill('0');
  const network = (bare.includes('::') ? [...before, ...zeros, ...groupsOf(tail)] : before).slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The last two groups may be written as an address of IPv4. */
function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : group));
}
