// Keys of calls that may have to be sent again because their answer was lost.

/** A new key, for one call that is meant once; works without encryption too, where browsers have no random UUIDs. */
export function newCallKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
