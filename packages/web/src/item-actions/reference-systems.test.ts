// Names of coordinate systems and what a search for one offers.
import { expect, test } from 'vitest';
import { offeredReferenceSystems, referenceSystemName } from './reference-systems.ts';

test('a coordinate system is named with its number', () => {
  expect(referenceSystemName(25832)).toBe('ETRS89 / UTM zone 32N (EPSG:25832)');
  expect(referenceSystemName(32614)).toBe('WGS 84 / UTM zone 14N (EPSG:32614)');
  expect(referenceSystemName(102100)).toBe('WGS 84 / Web Mercator (EPSG:3857)');
  expect(referenceSystemName(22992)).toBe('EPSG:22992');
});

test('a typed number that has no name is offered too, once', () => {
  expect(offeredReferenceSystems('EPSG:22992')[0]).toEqual({ value: '22992', label: 'EPSG:22992' });
  expect(offeredReferenceSystems('25832').filter((each) => each.value === '25832')).toHaveLength(1);
  expect(offeredReferenceSystems('lambert').some((each) => each.value === 'NaN')).toBe(false);
});
