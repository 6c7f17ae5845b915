// Which columns of delimited text are places, where names alone do not tell, and what they mean.
import { describe, expect, it } from 'vitest';
import { dataset, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { csvReader } from './csv.ts';
import { degreeParts } from './csv-degree-parts.ts';
import { pairStyle, placeOfPair } from './csv-pairs.ts';
import type { ReadOptions } from './format-reader.ts';

async function read(text: string, options: ReadOptions = {}) {
  const source = dataset('t.csv', text);
  const description = await csvReader.describe(source, options);
  const { rows, problems } = await readAll(csvReader, source, { ...options, description });
  const places = rows.map(({ geometry }) => (geometry !== null && 'x' in geometry ? [geometry.x, geometry.y] : null));
  return { description, places, problems: problems.map(({ problem }) => problem), warnings: warningsOf(description) };
}

describe('degrees and minutes in columns of their own', () => {
  it.each([
    ['lat_deg,lat_min,lat_sec,lon_deg,lon_min,lon_sec', '40,30,36,-74,15,0', [-74.25, 40.51]],
    ['lat_deg,lat_min,lon_deg,lon_min', '-33,45.6,151,12', [151.2, -33.76]],
    ['LatDegrees,LatMinutes,LonDegrees,LonMinutes', '40,30,74,15', [74.25, 40.5]],
    ['lat_d,lat_m,lat_s,lat_dir,lon_d,lon_m,lon_s,lon_dir', '40,30,36,N,74,15,0,W', [-74.25, 40.51]],
    ['deg_lat,min_lat,deg_lon,min_lon', '0,30,-0,15', [-0.25, 0.5]],
    ['latdeg,latmin,londeg,lonmin', '40,30,74,15', [74.25, 40.5]],
    ['stop_lat_deg,stop_lat_min,stop_lon_deg,stop_lon_min', '40,30,74,', [74, 40.5]],
  ])('%s are put together', async (names, row, place) => {
    const { places, warnings, description } = await read(`name,${names}\na,${row}\n`);
    expect(places).toEqual([place.map((value) => expect.closeTo(value, 9))]);
    expect(warnings).toEqual([expect.stringMatching(/^Places are read from degrees and minutes in columns of their own: /)]);
    expect(description.fields).toHaveLength(names.split(',').length + 1);
  });

  it('stay together when the column of the degrees is chosen', async () => {
    const text = 'n,lat_deg,lat_min,lon_deg,lon_min\na,40,30,74,15\nb,,,,\nc,41,75,74,15\nd,42,45,74,15\n';
    for (const options of [{}, { latitudeField: 'lat_deg', longitudeField: 'lon_deg' }]) {
      const { places, problems } = await read(text, options);
      expect(places).toEqual([[74.25, 40.5], null, [74.25, 42.75]]);
      expect(problems).toEqual(['“41°75\'0"” is not a coordinate']);
    }
  });

  it('are looked for among names that repeat one another without looking at each pair', async () => {
    const names = Array.from({ length: 400 }, () => 'lat_deg,lon_deg').join(',');
    const found = await read(`${names}\n${Array.from({ length: 800 }, () => '7').join(',')}\n`);
    expect(found.problems).toEqual([]);
  });

  it.each([
    ['a smallest and a largest value', ['lat_deg', 'lat_min', 'lat_max'], [['40', '30', '50']]],
    ['degrees with decimals', ['lat_deg', 'lat_min'], [['40.7', '40']]],
    ['minutes beyond 60', ['lat_deg', 'lat_min'], [['40', '75']]],
    ['no minutes', ['lat_deg', 'name'], [['40', 'a']]],
    ['minutes of another place', ['lat_deg', 'end_lat_min'], [['40', '5']]],
  ])('are not made of %s', (_, names, rows) => {
    expect(degreeParts(names, rows, 0)).toBeNull();
  });
});

describe('both numbers in one column', () => {
  it.each([
    ['location', '40.7,-74.2', [[-74.2, 40.7]], true],
    ['coordinates', '40.7 -74', [[-74, 40.7]], true],
    ['latlon', '40.7,-74.2', [[-74.2, 40.7]], false],
    ['lonlat', '40.7,-74.2', [[40.7, -74.2]], false],
    ['location', '40.7,-120.2', [[-120.2, 40.7]], false],
    ['location', '-120.2,40.7', [[-120.2, 40.7]], false],
    ['location', '40.7N 74.2W', [[-74.2, 40.7]], false],
    ['location', '74.2W 40.7N', [[-74.2, 40.7]], false],
    ['location', '74.2W 40.7', [[-74.2, 40.7]], false],
  ])('of %s, %s, are read in an order that is told where it is guessed', async (name, cell, places, isGuessed) => {
    const found = await read(`n|${name}\na|${cell}\n`);
    expect(found.places).toEqual(places);
    expect(found.warnings).toEqual(isGuessed ? [expect.stringContaining('are read with the latitude first')] : []);
  });

  it('may be whole where the column as a whole is of pairs', async () => {
    const { places, problems } = await read('n|location\na|40.7,-74\nb|40,-74\nc|40.5,74.25\nd|40,74\ne|40.7\n');
    expect(places).toEqual([
      [-74, 40.7],
      [-74, 40],
      [74.25, 40.5],
      [74, 40],
    ]);
    expect(problems).toEqual(['“40.7” is not a latitude and a longitude']);
    expect((await read('n|location\na|40.7 -74.5\nb|40 74\n')).places).toEqual([
      [-74.5, 40.7],
      [74, 40],
    ]);
    const chosen = { latitudeField: 'place', longitudeField: 'place' };
    expect((await read('n|place\na|40,74\nb|41,75\n', chosen)).places).toEqual([
      [74, 40],
      [75, 41],
    ]);
  });

  it('with decimals behind commas are not cut at those', async () => {
    const { places, problems } = await read('n|Koordinaten\na|48,85 2,35\nb|48,85\nc|48,9 2,4\n');
    expect([places, problems]).toEqual([
      [
        [2.35, 48.85],
        [2.4, 48.9],
      ],
      ['“48,85” is not a latitude and a longitude'],
    ]);
  });

  it('are told by the letters of directions, not by an s behind seconds', () => {
    const style = pairStyle('lonlat', ['2d21m7s 48d51m24s'], false);
    expect(placeOfPair('2d21m7s 48d51m24s', style)).toEqual({ x: '2d21m7"', y: '48d51m24"' });
    expect(placeOfPair('48d51m24sN, 2d21m7sE', style)).toEqual({ x: '2d21m7"E', y: '48d51m24"N' });
  });
});

describe('widths and lengths', () => {
  it.each([
    ['Breite;Länge', '48.13743;11.57549\n52.52;13.41', true],
    ['Länge;Breite', '11,57549;48,13743\n13,41053;52,52437', true],
    ['Breite;Länge', "48°8'N;11°34'E", true],
    ['عرض;طول', '24.71355;46.67529', true],
    ['العرض;الطول', '-24.7;46.6', true],
    ['szerokość;długość', '52.22977;21.01178', true],
    ['GPS šířka;GPS délka', '50.08804;14.42076', true],
    ['Breite;Länge', '80;120\n60;100', false],
    ['Breite;Länge', '80,5;120,25\n60;100', false],
    ['Breite;Länge', '1.200;5.000\n2.400;6.500', false],
    ['Breite;Länge', '48.13743;11.57549\n200.12345;13.41', false],
    ['عرض;طول', '1.2;2.5\n0.8;2', false],
    ['العرض;الطول', '40;60', false],
    ['szerokość;długość', '60;120', false],
    ['šířka;délka', '60;120', false],
    ['μήκος;πλάτος', '60;120', false],
    ['Breite;الطول', '48.13743;11.57549', false],
    ['Breite;Höhe', '48.13743;11.57549', false],
  ])('%s of %j', async (names, rows, arePlaces) => {
    const lines = rows.split('\n').map((row) => `a;${row}`);
    const { description } = await read(`name;${names}\n${lines.join('\n')}\n`);
    expect(description.geometryType).toBe(arePlaces ? 'esriGeometryPoint' : null);
  });
});
