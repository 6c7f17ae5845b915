import { describe, expect, test } from 'vitest';
import { ITEM_TABS, tabOfAddress } from './item-tabs.ts';

describe('the tab of an address', () => {
  test.each([
    ['', '', 'overview'],
    ['tab=settings', '', 'settings'],
    ['tab=settings', '#data', 'settings'],
    ['', '#data', 'data'],
    ['', '#visualize', 'map'],
    ['', '#overview', 'overview'],
    ['', '#nothing', 'overview'],
    ['tab=constructor', '', 'overview'],
    ['', '#constructor', 'overview'],
  ])('%s %s', (query, hash, tab) => {
    expect(tabOfAddress(ITEM_TABS, new URLSearchParams(query), hash)).toBe(tab);
  });

  test('is the overview where the item has no such tab', () => {
    expect(tabOfAddress(['overview', 'usage'], new URLSearchParams(), '#data')).toBe('overview');
  });
});
