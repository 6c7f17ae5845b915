import { describe, expect, it } from 'vitest';
import { type CachedTile, TileCache } from './tile-cache.ts';

const tile = (size: number): CachedTile => ({ bytes: new Uint8Array(size), etag: 'x' });

describe('the tile cache', () => {
  it('makes a tile once, also when several ask for it at the same time', async () => {
    const cache = new TileCache(10_000);
    let made = 0;
    const make = async (): Promise<CachedTile> => {
      made++;
      return tile(10);
    };
    await Promise.all([cache.get('a', make), cache.get('a', make)]);
    await cache.get('a', make);
    expect(made).toBe(1);
  });

  it('lets the least recently used tiles go when it is full', async () => {
    const cache = new TileCache(3 * 1200);
    const made: string[] = [];
    const ask = (key: string): Promise<CachedTile> =>
      cache.get(key, async () => {
        made.push(key);
        return tile(1000);
      });
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await ask(key);
    expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
    expect(cache.bytes).toBeLessThanOrEqual(3 * 1200);
  });

  it('does not keep what failed or is larger than itself', async () => {
    const cache = new TileCache(1000);
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await cache.get('a', async () => tile(5000))).bytes).toHaveLength(5000);
    expect(cache.bytes).toBe(0);
  });

  it('tells what it holds of a table, and lets that go without the rest', async () => {
    const cache = new TileCache(3 * 1200);
    const ask = (key: string, of: string[]): Promise<CachedTile> => cache.get(key, async () => tile(1000), of);
    await ask('a', ['roads']);
    await ask('b', ['roads', 'rivers']);
    await ask('c', ['rivers']);
    expect([cache.heldOf('roads'), cache.heldOf('rivers'), cache.heldOf('towns')]).toEqual([
      { tiles: 2, bytes: 2400 },
      { tiles: 2, bytes: 2400 },
      { tiles: 0, bytes: 0 },
    ]);
    await ask('d', ['towns']);
    expect(cache.heldOf('roads')).toEqual({ tiles: 1, bytes: 1200 });
    cache.drop('roads');
    expect([cache.heldOf('roads'), cache.heldOf('rivers'), cache.heldOf('towns')]).toEqual([
      { tiles: 0, bytes: 0 },
      { tiles: 1, bytes: 1200 },
      { tiles: 1, bytes: 1200 },
    ]);
    expect([cache.kept('b'), cache.bytes]).toEqual([undefined, 2400]);
    expect(cache.kept('c')).toBeDefined();
  });
});
