// Layers of a map that others could not see.
import type { Item } from '@graticule/contract/content/item';
import { expect, test } from 'vitest';
import { hiddenLayers, layerItemIds, wider } from './drawn-layers.ts';

const id = (digit: string): string => digit.repeat(32);
const layer = (name: string, access: Item['access']): Item => ({ id: name, title: name, access }) as Item;

test('layers within groups of layers and tables are found, each once', () => {
  const map = {
    operationalLayers: [{ itemId: id('a') }, { layers: [{ itemId: id('b') }, { itemId: id('a') }] }, { url: 'https://example.org' }],
    tables: [{ itemId: id('c') }],
  };
  expect(layerItemIds(map)).toEqual([id('a'), id('b'), id('c')]);
  expect(layerItemIds(undefined)).toEqual([]);
});

test('a layer is hidden from those the map is shared with beyond it', () => {
  const layers = [layer('mine', 'private'), layer('ours', 'org'), layer('all', 'public'), layer('group', 'shared')];
  expect(hiddenLayers(layers, 'public', false).map((each) => each.id)).toEqual(['mine', 'ours', 'group']);
  expect(hiddenLayers(layers, 'org', false).map((each) => each.id)).toEqual(['mine', 'group']);
  expect(hiddenLayers(layers, 'private', false)).toEqual([]);
  expect(hiddenLayers(layers, 'private', true).map((each) => each.id)).toEqual(['mine', 'group']);
});

test('sharing a layer for a map never narrows who sees it', () => {
  expect(wider('private', 'org')).toBe('org');
  expect(wider('public', 'org')).toBe('public');
});
