// Says how long the sources are, and fails when one is too long.
import { isSource, isTest, repositoryFiles, textOf } from './repository.ts';

const LOOK_AGAIN = 250;
const LIMIT = 400;
/** Tables of data: one row more is no reason to split them. */
const DATA_TABLES = [
  /^packages\/contract\/src\/errors\.ts$/,
  /^packages\/contract\/src\/item-types\//,
  /^packages\/geo\/src\/project\/known-.*\.ts$/,
  /^tools\/sample-data\/(samples|country-figures)\.mjs$/,
  /^tools\/basemap\/places\.mjs$/,
];

const files = repositoryFiles()
  .filter((path) => isSource(path) && !DATA_TABLES.some((table) => table.test(path)))
  .map((path) => ({ path, lines: textOf(path).split('\n').length - 1 }))
  .sort((a, b) => b.lines - a.lines);
const sources = files.filter((file) => !isTest(file.path));
const share = (part) => sources[Math.floor((sources.length - 1) * (1 - part))]?.lines ?? 0;

console.log(`${sources.length} sources, median ${share(0.5)}, nine of ten below ${share(0.9) + 1}; ${files.length - sources.length} tests`);
for (const { path, lines } of files.slice(0, 10)) console.log(`  ${String(lines).padStart(4)}  ${path}`);
const tooLong = files.filter((file) => file.lines > LIMIT);
for (const { path, lines } of tooLong) console.log(`TOO LONG: ${path} has ${lines} lines; the limit is ${LIMIT}.`);
const watched = sources.filter((file) => file.lines > LOOK_AGAIN).length;
if (watched > 0) console.log(`${watched} source(s) are longer than ${LOOK_AGAIN} lines.`);
process.exitCode = tooLong.length > 0 ? 1 : 0;
