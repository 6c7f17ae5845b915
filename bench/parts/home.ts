// The home page: script it loads, and whether anything moves.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { record } from '../measure.ts';
import type { Bench } from '../portal.ts';

/** A first visit by somebody who is not signed in. */
export async function measureHome(bench: Bench, browser: Browser): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' || response.url().endsWith('.js')) scripts.push(response.body());
  });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    (globalThis as unknown as { shifts: typeof shifts }).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const began = performance.now();
  await page.goto(`${bench.portal.url}/home/index.html`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  record({ part: 'home', name: 'home page to its heading', value: (performance.now() - began) / 1000, unit: 's' });
  await page.waitForLoadState('networkidle');
  const bodies = await Promise.all(scripts);
  const kilobytes = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0) / 1024;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  record({ part: 'home', name: `script in ${bodies.length} files`, value: kilobytes(bodies.map((body) => body.length)), unit: 'kB' });
  record({ part: 'home', name: 'script, gzip', value: kilobytes(bodies.map((body) => gzipSync(body).length)), unit: 'kB', limit: 200 });
  record({
    part: 'home',
    name: 'script, brotli',
    value: kilobytes(bodies.map((body) => brotliCompressSync(body, brotli).length)),
    unit: 'kB',
    limit: 200,
  });
  const shift = await page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum);
  record({ part: 'home', name: 'layout shift', value: shift, unit: '', limit: 0 });
  await context.close();
}
