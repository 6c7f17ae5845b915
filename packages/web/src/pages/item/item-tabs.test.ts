import { describe, expect, test } from 'vitest';
import { addressWithTab, ITEM_TABS, tabNamed } from './item-tabs.ts';

describe('a tab', () => {
  test.each([
    ['', 'overview'],
    ['settings', 'settings'],
    ['visualize', 'map'],
    ['overview', 'overview'],
    ['nothing', 'overview'],
    ['constructor', 'overview'],
  ])('is known by its name: %s', (name, tab) => {
    expect(tabNamed(ITEM_TABS, name)).toBe(tab);
  });

  test('is the overview where the item has no such tab', () => {
    expect(tabNamed(['overview', 'usage'], 'data')).toBe('overview');
  });
});

describe('the address of a tab behind the number sign', () => {
  test.each([
    ['id=a', '#data', '?id=a&tab=data'],
    ['id=a&x=%26', '#visualize', '?id=a&x=%26&tab=map'],
    ['id=a', '', undefined],
    ['id=a', '#content', undefined],
    ['id=a', '#overview', undefined],
    ['id=a', '#constructor', undefined],
    ['id=a&tab=settings', '#data', undefined],
  ])('%s %s', (query, hash, address) => {
    expect(addressWithTab(new URLSearchParams(query), hash)).toBe(address);
  });
});
