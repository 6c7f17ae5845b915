// From choices to parameters.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { expect, test } from 'vitest';
import { analysisReading, keyOf, type Reading, readingParameters, withChoices, withColumn, withFittingKey, withKey } from './reading.ts';

test('columns of the place are sent together or not at all', () => {
  expect(readingParameters({ latitudeFieldName: 'lat' })).toEqual({});
  expect(readingParameters({ latitudeFieldName: 'lat', longitudeFieldName: 'lon', wkid: 25832 })).toEqual({
    latitudeFieldName: 'lat',
    longitudeFieldName: 'lon',
    sourceSR: { wkid: 25832 },
  });
  expect(readingParameters({ latitudeFieldName: 'lat', longitudeFieldName: 'lon', isTable: true })).toEqual({ locationType: 'none' });
});

test('names of places are sent where they are wanted and a town or a country has a column', () => {
  const place: Reading = { byNames: true, addressFields: { City: 'town' } };
  const sent = { locationType: 'address', addressFields: { City: 'town' } };
  expect(readingParameters(place)).toEqual(sent);
  expect(readingParameters({ ...place, latitudeFieldName: 'lat', longitudeFieldName: 'lon', wktFieldName: 'wkt' })).toEqual(sent);
  expect(readingParameters({ ...place, isTable: true })).toEqual({ locationType: 'none' });
  expect(readingParameters({ byNames: false, isTable: true })).toEqual({ locationType: 'none' });
  expect(readingParameters({ ...place, byNames: false })).toEqual({ locationType: 'coordinates' });
  // what was chosen is no place, and the portal is not to propose names again
  const declined = { locationType: 'coordinates' };
  expect(readingParameters({ byNames: true, addressFields: { Region: 'state' } })).toEqual(declined);
  expect(readingParameters({ byNames: true, addressFields: { City: undefined, CountryCode: undefined } })).toEqual(declined);
  expect(readingParameters({ byNames: true, addressFields: {}, isTable: true })).toEqual({ locationType: 'none' });
  expect(readingParameters({ byNames: true })).toEqual({});
  expect(withChoices(place, { columnDelimiter: ';' })).toMatchObject({ byNames: undefined, addressFields: undefined });
});

test('a column that says nothing is not sent, and changes of one column add up', () => {
  let reading: Reading = withColumn({}, { name: 'zip' }, { type: 'esriFieldTypeString' });
  reading = withColumn(reading, { name: 'zip' }, { alias: 'Postal code' });
  reading = withColumn(reading, { name: 'note' }, { skip: true });
  reading = withColumn(reading, { name: 'note' }, { skip: false });
  expect(readingParameters(reading).columns).toEqual([{ name: 'zip', type: 'esriFieldTypeString', alias: 'Postal code' }]);
});

test('a key is sent unless its column is left out, and does not make the file be read again', () => {
  expect(readingParameters({ key: 'zip' })).toEqual({ keyField: 'zip' });
  expect(readingParameters(withColumn({ key: 'zip' }, { name: 'zip' }, { skip: true }))).not.toHaveProperty('keyField');
  expect(analysisReading({ key: 'zip', wkid: 2056 })).toEqual({ wkid: 2056, columns: [] });
});

test('the file is read again for types only', () => {
  const reading = withColumn(
    withColumn({ headerRow: 3 }, { name: 'zip' }, { type: 'esriFieldTypeString', newName: 'plz' }),
    { name: 'note' },
    { skip: true },
  );
  expect(analysisReading(reading)).toEqual({ headerRow: 3, columns: [{ name: 'zip', type: 'esriFieldTypeString' }] });
});

test('each dataset of a file has its own columns and its own key', () => {
  let reading = withColumn({}, { name: 'code', dataset: 'towns' }, { type: 'esriFieldTypeString' });
  reading = withColumn(reading, { name: 'code', dataset: 'rivers' }, { skip: true });
  reading = withKey(withKey(reading, 'name', 'towns'), 'code', 'towns');
  expect([keyOf(reading, 'towns'), keyOf(reading, 'rivers')]).toEqual(['code', undefined]);
  expect(readingParameters(reading).columns).toEqual([
    { name: 'code', dataset: 'rivers', skip: true },
    { name: 'code', dataset: 'towns', type: 'esriFieldTypeString', key: true },
  ]);
  expect(analysisReading(reading).columns).toEqual([{ name: 'code', dataset: 'towns', type: 'esriFieldTypeString' }]);
  expect(keyOf(withKey(reading, undefined, 'towns'), 'towns')).toBeUndefined();
});

const SAID: Reading = {
  key: 'zip',
  columns: [{ name: 'zip', newName: 'plz' }],
  latitudeFieldName: 'y',
  longitudeFieldName: 'x',
  wkid: 2056,
};

test.each<[Reading, boolean]>([
  [{ columnDelimiter: ';' }, false],
  [{ hasHeader: false }, false],
  [{ headerRow: 4 }, false],
  [{ layerNames: ['Trees'] }, false],
  [{ headerRow: undefined }, true],
  [{ encoding: 'cp850' }, true],
  [{ wkid: 4326 }, true],
])('what was said about columns goes when they are others: %o keeps it: %s', (changes, keeps) => {
  const { key, columns, latitudeFieldName, wkid } = withChoices(SAID, changes);
  expect([key, columns?.length, latitudeFieldName]).toEqual(keeps ? ['zip', 1, 'y'] : [undefined, 0, undefined]);
  expect(wkid).toBe(changes.wkid ?? 2056);
});

test.each([
  ['zip', ['zip', 'name'], 'zip'],
  ['größe', ['grÃ¶ÃŸe'], undefined],
  [undefined, ['zip'], undefined],
])('the key %s is sent for a file with %o: %s', (key, names, sent) => {
  const analysis = { publishParameters: { name: 'x', layerInfo: { fields: names.map((name) => ({ name })) } } } as AnalyzeReply;
  expect(readingParameters(withFittingKey({ key, wkid: 2056 }, analysis))).toEqual({
    sourceSR: { wkid: 2056 },
    ...(sent === undefined ? {} : { keyField: sent }),
  });
});
