// Builds packages/web/public/basemap/world.pmtiles from npm packages and tools/basemap/data: `node tools/basemap/build-basemap.mjs`.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { LANGUAGES, selectPlaces } from './places.mjs';
import { writePmtiles } from './pmtiles-writer.mjs';
import { areaLabels, borders, countries, disputedBorders, lakes, rivers, stateBorders } from './sources.mjs';
import { waterLabels } from './waters.mjs';

const MAX_ZOOM = 6;
const OUT = path.join(import.meta.dirname, '../../packages/web/public/basemap/world.pmtiles');
const ATTRIBUTION = 'Made with Natural Earth; place names from GeoNames (CC BY 4.0)';

/** Features from a first zoom on (and to a last one), ready to be cut into tiles. */
const slice = (features, from, to = MAX_ZOOM, tolerance = 3) => ({
  from,
  to,
  index: new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: MAX_ZOOM, indexMaxZoom: 4, indexMaxPoints: 0, tolerance, buffer: 64, extent: 4096 },
  ),
});

const byZoom = (features, zoomOf) =>
  Array.from({ length: MAX_ZOOM + 1 }, (_, zoom) => zoom).flatMap((zoom) => {
    const some = features.filter((feature) => zoomOf(feature) === zoom);
    return some.length > 0 ? [slice(some, zoom)] : [];
  });

function placeFeatures() {
  const names = JSON.parse(zlib.gunzipSync(fs.readFileSync(path.join(import.meta.dirname, 'data/place-names.json.gz'))));
  return selectPlaces(MAX_ZOOM).map((place) => {
    const { name, country, capital, zoom, population } = place;
    const rank = Math.round(20 - Math.log10(Math.max(population, 1)) * 2 - (capital === 1 ? 2 : 0));
    const translated = Object.entries(names[place.id] ?? {}).map(([language, own]) => [`name_${language}`, own]);
    const properties = { name, iso: country, capital, zoom, rank, ...Object.fromEntries(translated) };
    return { type: 'Feature', geometry: { type: 'Point', coordinates: [place.x, place.y] }, properties };
  });
}

function layers() {
  const labels = areaLabels();
  return {
    land: [slice(countries('50m'), 0, 3), slice(countries('10m'), 4)],
    lakes: [slice(lakes(), 1)],
    rivers: [slice(rivers(), 2)],
    states: [slice([stateBorders()], 3, MAX_ZOOM, 4)],
    borders: [slice([borders('50m')], 0, 3), slice([borders('10m'), ...disputedBorders()], 4)],
    // tiny states wait one zoom longer: their capital says enough before
    labels: byZoom(labels, ({ properties }) => (properties.kind === 'country' && properties.rank === 5 ? 5 : properties.rank - 1)),
    waters: byZoom(waterLabels(), (label) => label.properties.zoom),
    places: byZoom(placeFeatures(), (place) => place.properties.zoom),
  };
}

function tileOf(all, z, x, y) {
  const content = {};
  for (const [name, slices] of Object.entries(all)) {
    const features = slices.flatMap((part) => (z < part.from || z > part.to ? [] : (part.index.getTile(z, x, y)?.features ?? [])));
    if (features.length > 0) content[name] = { features };
  }
  return Object.keys(content).length > 0 ? Buffer.from(fromGeojsonVt(content, { version: 2, extent: 4096 })) : null;
}

const started = Date.now();
const all = layers();
const tiles = [];
for (let z = 0; z <= MAX_ZOOM; z++) {
  for (let x = 0; x < 2 ** z; x++) {
    for (let y = 0; y < 2 ** z; y++) {
      const data = tileOf(all, z, x, y);
      if (data) tiles.push({ z, x, y, data });
    }
  }
}
fs.mkdirSync(path.dirname(OUT), { recursive: true });
const written = writePmtiles(OUT, tiles, {
  minZoom: 0,
  maxZoom: MAX_ZOOM,
  metadata: {
    name: 'Graticule world basemap',
    attribution: ATTRIBUTION,
    languages: Object.keys(LANGUAGES),
    vector_layers: Object.keys(all).map((id) => ({ id, fields: {} })),
  },
});
const largest = Math.max(...tiles.map((tile) => tile.data.length));
console.log(
  `${written.tiles} tiles (${written.distinct} distinct), ${(written.bytes / 1e6).toFixed(1)} MB, largest ${Math.round(largest / 1000)} kB, ${Date.now() - started} ms`,
);
