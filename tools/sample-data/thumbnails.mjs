// Takes the pictures of the sample maps: node tools/sample-data/thumbnails.mjs http://localhost:8080
// Needs a running portal with the sample maps, and a Chromium that playwright can start.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'packages/server/sample-data/thumbnails');
const portal = process.argv[2] ?? 'http://localhost:8080';
const { chromium } = createRequire(join(ROOT, 'e2e/package.json'))('@playwright/test');
const sharp = createRequire(join(ROOT, 'packages/server/package.json'))('sharp');

const samples = JSON.parse(await readFile(join(ROOT, 'packages/server/sample-data/samples.json'), 'utf8'));
await mkdir(OUT, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'],
});
for (const map of samples.maps) {
  const found = await (
    await fetch(`${portal}/sharing/rest/search?f=json&q=${encodeURIComponent(`typekeywords:"graticule-sample:${map.key}"`)}`)
  ).json();
  const id = found.results[0]?.id;
  if (id === undefined) throw new Error(`The portal has no sample map ${map.key}.`);
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  await page.goto(`${portal}/home/webmap/viewer.html?webmap=${id}&embed=true`);
  await page.waitForSelector('canvas');
  await page.waitForTimeout(Number(process.env.WAIT_MS ?? 15_000));
  // The canvas alone: buttons and titles would be unreadable in a thumbnail.
  const picture = await page
    .locator('canvas')
    .first()
    .screenshot({ style: '* { visibility: hidden !important } canvas { visibility: visible !important }' });
  const small = await sharp(picture).resize(600, 400, { fit: 'cover' }).jpeg({ quality: 82, mozjpeg: true }).toBuffer();
  await writeFile(join(OUT, `${map.key}.jpg`), small);
  console.log(map.key, small.length);
  await page.close();
}
await browser.close();
