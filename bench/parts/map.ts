// The map viewer with the layer of 130,000 points, in software rendering.
import type { Browser, Page } from '@playwright/test';
import { record } from '../measure.ts';
import { ADMIN, type Bench } from '../portal.ts';

/** Opens the layer in a new browser context, waits until it is drawn, then drags the map. */
export async function measureMap(bench: Bench, browser: Browser, itemId: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  const { url } = bench.portal;
  await page.request.post(`${url}/sharing/rest/oauth2/session`, {
    form: { username: ADMIN.username, password: ADMIN.password, f: 'json' },
    headers: { origin: url },
  });
  for (const visit of ['first visit', 'second visit']) {
    const began = performance.now();
    await page.goto(`${url}/home/webmap/viewer.html?layers=${itemId}`);
    await untilDrawn(page);
    const value = (performance.now() - began) / 1000;
    record({ part: 'map', name: `map with 130,000 points drawn, ${visit}`, value, unit: 's', limit: 4, on: bench.engine });
  }
  await recordFrames(page, bench, 'with the layer');
  // The same view without the layer: what the basemap alone takes.
  await page.getByRole('button', { name: 'Show points.csv' }).click();
  await drag(page, -1);
  await page.waitForTimeout(2_000);
  await recordFrames(page, bench, 'with the basemap alone');
  await context.close();
}

async function recordFrames(page: Page, bench: Bench, what: string): Promise<void> {
  const smooth = await framesWhileDragging(page);
  record({ part: 'map', name: `frames while dragging, ${what}`, value: smooth.perSecond, unit: 'frames/s', on: bench.engine });
  record({ part: 'map', name: `longest frame while dragging, ${what}`, value: smooth.longestMs, unit: 'ms', on: bench.engine });
}

/** The viewer's own sign of work has to have been there, and to be gone. */
async function untilDrawn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show points.csv' }).waitFor();
  const busy = page.getByRole('status', { name: 'Loading…' });
  await busy.waitFor({ timeout: 2_000 }).catch(() => undefined);
  await busy.waitFor({ state: 'hidden', timeout: 60_000 });
}

async function framesWhileDragging(page: Page): Promise<{ perSecond: number; longestMs: number }> {
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const until = performance.now() + 3_000;
        const tick = (now: number): void => {
          times.push(now);
          if (now < until) requestAnimationFrame(tick);
          else resolve(times);
        };
        requestAnimationFrame(tick);
      }),
  );
  await drag(page, 1);
  const times = await frames;
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return { perSecond: gaps.length / 3, longestMs: Math.max(...gaps) };
}

/** Moves the map to the left and down for 2.4 seconds; with -1 back again. The pointer rests before it lets go, so that nothing glides on. */
async function drag(page: Page, direction: 1 | -1): Promise<void> {
  await page.mouse.move(640, 400);
  await page.mouse.down();
  for (let step = 0; step < 60; step++) {
    await page.mouse.move(640 - direction * step * 6, 400 + direction * step * 2);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  await page.mouse.up();
}
