// Moments as databases and programs write them.
import { describe, expect, it } from 'vitest';
import { dataset, readAll } from '../../testing/read-fixture.ts';
import { csvReader } from './csv.ts';
import type { DatasetSource, FormatReader } from './format-reader.ts';
import { geoJsonReader } from './geojson.ts';
import { gpxReader } from './gpx.ts';
import { kmlReader } from './kml.ts';
import { parseDate } from './parse-date.ts';

const TEN = Date.UTC(2020, 0, 1, 10);
const HOUR = 3_600_000;

it.each([
  ['2020-01-01 10:00:00+02', TEN - 2 * HOUR],
  ['2020-01-01 10:00:00.5-03', TEN + 3 * HOUR + 500],
  ['2020-01-01T10:00+0530', TEN - 5.5 * HOUR],
  ['2020-01-01T10:00:00-05:30', TEN + 5.5 * HOUR],
  ['2020-01-01 10:00:00 UTC', TEN],
  ['2020/01/01 10:00:00+02', TEN - 2 * HOUR],
  ['2020/01/01 10:00:00.25+05:45', TEN - 5.75 * HOUR + 250],
  ['2020/01/01 10:00:00Z', TEN],
  ['2020/01/01 10:00', TEN],
  ['2020-01-01 10:00:00+2', null],
  ['2020-01-01 10:00:00+02:', null],
  ['2020-01-01+02', null],
  ['2020-01-01 10:00:00 CET', null],
])('%s', (text, ms) => {
  expect(parseDate(text, 'iso')).toBe(ms);
});

describe('moments with the hours of their zone alone', () => {
  const features = [{ type: 'Feature', geometry: null, properties: { time: '2020-01-01 10:00:00+02' } }];
  const placemark = '<Placemark><ExtendedData><Data name="time"><value>2020/01/01 10:00:00+02</value></Data></ExtendedData></Placemark>';
  it.each<[string, FormatReader, DatasetSource]>([
    ['CSV of PostgreSQL', csvReader, dataset('a.csv', 'time,id\n2020-01-01 10:00:00+02,1\n2020-06-01 10:00:00.123+02,2\n')],
    ['CSV of GDAL', csvReader, dataset('a.csv', 'time,id\n2020/01/01 10:00:00+02,1\n')],
    ['GeoJSON', geoJsonReader, dataset('a.geojson', JSON.stringify({ type: 'FeatureCollection', features }))],
    ['GPX', gpxReader, dataset('a.gpx', '<gpx><wpt lat="1" lon="2"><time>2020-01-01T10:00:00+02</time></wpt></gpx>')],
    ['KML', kmlReader, dataset('a.kml', `<kml>${placemark}</kml>`)],
  ])('are dates in %s', async (_, reader, source) => {
    const description = await reader.describe(source);
    expect(description.fields[0]).toMatchObject({ name: 'time', type: 'esriFieldTypeDate' });
    expect((await readAll(reader, source, { description })).rows[0]?.values[0]).toBe(TEN - 2 * HOUR);
  });
});
