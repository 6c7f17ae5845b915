// `npm run bench [part …]`: measures the product; figures go to the screen and as lines of JSON to bench/results/.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from './browser.ts';
import { misses, omissions, record, timed } from './measure.ts';
import { measureBulk } from './parts/bulk.ts';
import { measureExport } from './parts/export.ts';
import { measureFiles } from './parts/files.ts';
import { measureHome } from './parts/home.ts';
import { measureLarge } from './parts/large.ts';
import { measureMap } from './parts/map.ts';
import { measureBesidePeers } from './parts/peers.ts';
import { measureBigFiles, measurePublishing } from './parts/publish.ts';
import { measureRequests } from './parts/requests.ts';
import { measureSearch } from './parts/search.ts';
import { measureSearchAtScale, measureSearchEmbedded } from './parts/search-scale.ts';
import { measureStart } from './parts/start.ts';
import { measureTiles } from './parts/tiles.ts';
import { measureUpkeep } from './parts/upkeep.ts';
import { type Engine, openBench, untilPlacesAreLoaded } from './portal.ts';

const PARTS = [
  'start',
  'home',
  'publish',
  'tiles',
  'requests',
  'map',
  'search',
  'bulk',
  'big',
  'export',
  'large',
  'upkeep',
  'files',
  'catalogue',
  'peers',
] as const;
type Part = (typeof PARTS)[number];

const args = process.argv.slice(2);
const unknown = args.filter((arg) => !PARTS.includes(arg as Part) && !/^--(engine|items)=/.test(arg));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. Parts: ${PARTS.join(', ')}. Options: --engine=embedded, --engine=postgres, --items=100000.`,
  );
  process.exit(2);
}
const chosen = args.filter((arg): arg is Part => PARTS.includes(arg as Part));
// Comparisons take long, and need programs that few have: only when they are asked for.
const ASKED_FOR: readonly Part[] = ['large', 'upkeep', 'files', 'catalogue', 'peers'];
const wants = (part: Part): boolean => (chosen.length === 0 && !ASKED_FOR.includes(part)) || chosen.includes(part);
/** Sizes of the made-up catalogue; it is measured only when asked for, because filling it takes long. */
const sizes = (args.find((arg) => arg.startsWith('--items='))?.slice('--items='.length) ?? '100000,1000000').split(',').map(Number);
const engine = args.find((arg) => arg.startsWith('--engine='))?.slice('--engine='.length) as Engine | undefined;
const engines: readonly Engine[] = engine === undefined ? ['embedded', 'postgres'] : [engine];

async function measureEngine(on: Engine, dir: string): Promise<void> {
  console.log(`\nOn the ${on} engine`);
  const bench = await openBench(on);
  const browser = wants('home') || wants('map') ? await openBrowser() : undefined;
  try {
    if (wants('home') && browser !== undefined && on === engines[0]) await measureHome(bench, browser);
    const { seconds } = await timed(() => untilPlacesAreLoaded(bench));
    record({ part: 'start', name: 'place names loaded after the first start', value: seconds, unit: 's', on });
    if (wants('publish') || wants('tiles') || wants('requests') || wants('map')) {
      const layer = await measurePublishing(bench, dir);
      if (wants('map') && browser !== undefined) await measureMap(bench, browser, layer.itemId);
      if (wants('tiles')) await measureTiles(bench, layer.url);
      if (wants('requests')) await measureRequests(bench, layer);
    }
    if (wants('search')) await measureSearch(bench);
    if (wants('bulk')) await measureBulk(bench);
    if (wants('big')) await measureBigFiles(bench, dir);
    if (wants('peers')) await measureBesidePeers(bench, dir);
    if (wants('export')) await measureExport(bench, dir);
    if (wants('large')) await measureLarge(bench, dir);
    if (wants('upkeep')) await measureUpkeep(bench, dir);
    if (wants('files')) await measureFiles(bench, dir);
  } finally {
    await browser?.close();
    await bench.close();
  }
}

const dir = await mkdtemp(join(tmpdir(), 'graticule-bench-'));
try {
  const root = join(import.meta.dirname, '..');
  // As `npm start` does before it starts.
  const build = `import { isBuilt, buildWeb } from '${join(root, 'tools/web-build.mjs')}'; if (!(await isBuilt())) await buildWeb();
    import { compilePortal } from '${join(root, 'tools/portal-process.ts')}'; await compilePortal();`;
  if (process.env.BENCH_AS_BUILT !== '1') execFileSync(process.execPath, ['--input-type=module', '-e', build], { stdio: 'inherit' });
  if (wants('start')) {
    console.log('\nStarting');
    await measureStart();
  }
  if (chosen.includes('catalogue')) {
    if (engines.includes('postgres')) for (const size of sizes) await measureSearchAtScale(size);
    // The embedded engine is for small portals: only the smallest size is promised.
    if (engines.includes('embedded')) await measureSearchEmbedded(Math.min(...sizes));
  }
  if (PARTS.some((part) => part !== 'start' && part !== 'catalogue' && wants(part)))
    for (const each of engines) await measureEngine(each, dir);
} finally {
  await rm(dir, { recursive: true, force: true });
}
const missed = misses();
const listed = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');
const omitted = omissions();
if (omitted.length > 0) console.log(`\nNot measured:\n${listed(omitted)}`);
console.log(missed.length === 0 ? '\nEvery promised figure that was measured is reached.' : `\nNot reached:\n${listed(missed)}`);
if (missed.length > 0) process.exitCode = 1;
