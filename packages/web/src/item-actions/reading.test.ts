// From choices to parameters.
import { expect, test } from 'vitest';
import { analysisReading, type Reading, readingParameters, withColumn } from './reading.ts';

test('columns of the place are sent together or not at all', () => {
  expect(readingParameters({ latitudeFieldName: 'lat' })).toEqual({});
  expect(readingParameters({ latitudeFieldName: 'lat', longitudeFieldName: 'lon', wkid: 25832 })).toEqual({
    latitudeFieldName: 'lat',
    longitudeFieldName: 'lon',
    sourceSR: { wkid: 25832 },
  });
  expect(readingParameters({ latitudeFieldName: 'lat', longitudeFieldName: 'lon', isTable: true })).toEqual({ locationType: 'none' });
});

test('a column that says nothing is not sent, and changes of one column add up', () => {
  let reading: Reading = withColumn({}, 'zip', { type: 'esriFieldTypeString' });
  reading = withColumn(reading, 'zip', { alias: 'Postal code' });
  reading = withColumn(reading, 'note', { skip: true });
  reading = withColumn(reading, 'note', { skip: false });
  expect(readingParameters(reading).columns).toEqual([{ name: 'zip', type: 'esriFieldTypeString', alias: 'Postal code' }]);
});

test('a key is sent unless its column is left out, and does not make the file be read again', () => {
  expect(readingParameters({ key: 'zip' })).toEqual({ keyField: 'zip' });
  expect(readingParameters(withColumn({ key: 'zip' }, 'zip', { skip: true }))).not.toHaveProperty('keyField');
  expect(analysisReading({ key: 'zip', wkid: 2056 })).toEqual({ wkid: 2056, columns: [] });
});

test('the file is read again for types only', () => {
  const reading = withColumn(withColumn({ headerRow: 3 }, 'zip', { type: 'esriFieldTypeString', newName: 'plz' }), 'note', { skip: true });
  expect(analysisReading(reading)).toEqual({ headerRow: 3, columns: [{ name: 'zip', type: 'esriFieldTypeString' }] });
});
