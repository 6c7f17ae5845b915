// Takes two things from Debian packages that npm does not have, and keeps them beside this file as small files.
//
//   apt-get download libgeonames-common qgis-common
//   dpkg-deb -x libgeonames-common_*.deb unpacked; dpkg-deb -x qgis-common_*.deb unpacked
//   node tools/basemap/extract-debian-data.mjs unpacked
//
// Needed only to refresh tools/basemap/data; the basemap is built from that folder.
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import zlib from 'node:zlib';
import { quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, simplify } from 'topojson-simplify';
import { LANGUAGES, selectPlaces } from './places.mjs';

const unpacked = process.argv[2];
if (!unpacked) throw new Error('Give the folder of the unpacked packages');
const out = path.join(import.meta.dirname, 'data');

/** Reads a gettext catalogue: text to translation. */
function readCatalogue(file) {
  const bytes = fs.readFileSync(file);
  const count = bytes.readUInt32LE(8);
  const originals = bytes.readUInt32LE(12);
  const translations = bytes.readUInt32LE(16);
  const text = (table, i) => {
    const length = bytes.readUInt32LE(table + i * 8);
    const start = bytes.readUInt32LE(table + i * 8 + 4);
    return bytes.toString('utf8', start, start + length);
  };
  const map = new Map();
  for (let i = 0; i < count; i++) map.set(text(originals, i), text(translations, i));
  return map;
}

/** Reads the two multi-part geometry types of the file out of a GeoPackage blob. */
function readGeometry(blob) {
  const bytes = Buffer.from(blob);
  const envelopeBytes = [0, 32, 48, 48, 64][(bytes[3] >> 1) & 7];
  let at = 8 + envelopeBytes;
  const u32 = () => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const points = () =>
    Array.from({ length: u32() }, () => {
      at += 16;
      return [bytes.readDoubleLE(at - 16), bytes.readDoubleLE(at - 8)];
    });
  at += 1;
  const type = u32() % 1000;
  const parts = Array.from({ length: u32() }, () => {
    at += 5;
    return type === 6 ? Array.from({ length: u32() }, points) : points();
  });
  if (type === 6) return { type: 'MultiPolygon', coordinates: parts };
  if (type === 5) return { type: 'MultiLineString', coordinates: parts };
  throw new Error(`Geometry type ${type} is not expected here`);
}

function extractNames() {
  const catalogues = Object.fromEntries(
    Object.entries(LANGUAGES).map(([key, locale]) => [
      key,
      readCatalogue(path.join(unpacked, 'usr/share/locale', locale, 'LC_MESSAGES/geonames.mo')),
    ]),
  );
  const names = {};
  for (const place of selectPlaces(6)) {
    const own = {};
    for (const [key, catalogue] of Object.entries(catalogues)) {
      const name = catalogue.get(String(place.id));
      if (name && name !== place.name) own[key] = name;
    }
    if (Object.keys(own).length > 0) names[place.id] = own;
  }
  write('place-names.json.gz', names);
  return Object.keys(names).length;
}

function extractStates() {
  const db = new DatabaseSync(path.join(unpacked, 'usr/share/qgis/resources/data/world_map.gpkg'), { readOnly: true });
  const rows = (table, properties) =>
    db
      .prepare(`select * from ${table}`)
      .all()
      .filter((row) => row.geom)
      .map((row) => ({ type: 'Feature', properties: properties(row), geometry: readGeometry(row.geom) }));
  const states = rows('states_provinces', (row) => ({ name: row.name, iso: row.iso_a2, country: row.adm0_a3 }));
  const disputed = rows('disputed_borders', (row) => ({ name: row.name }));
  const collection = (features) => ({ type: 'FeatureCollection', features });
  const whole = presimplify(topology({ states: collection(states), disputed: collection(disputed) }, 1e6));
  // 1e5 steps are 0.0036 degrees: finer than a pixel at zoom 6
  write('states.topo.json.gz', quantize(simplify(whole, 4e-5), 1e5));
  return states.length;
}

function write(name, value) {
  fs.mkdirSync(out, { recursive: true });
  fs.writeFileSync(path.join(out, name), zlib.gzipSync(JSON.stringify(value), { level: 9 }));
}

console.log(`${extractNames()} places with names, ${extractStates()} states`);
