// Steps in the map viewer.
import type { Browser, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { differingShare } from './picture.ts';

/** The map itself. */
function mapOf(page: Page) {
  return page.getByRole('region', { name: 'Map viewer' }).last();
}

/** Waits until nothing is loading or moving any more. */
export async function mapIsDrawn(page: Page): Promise<void> {
  await expect(mapOf(page)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading…' })).toBeHidden({ timeout: 30_000 });
  // Software rendering fades symbols in after the last tile: two equal pictures say that it is over.
  let before: Buffer = Buffer.alloc(0);
  await expect
    .poll(
      async () => {
        const now = await mapOf(page).screenshot();
        const isStill = before.length > 0 && now.equals(before);
        before = now;
        return isStill;
      },
      { intervals: [400], timeout: 30_000 },
    )
    .toBe(true);
}

/** Hides and shows a layer in the list, and gives the share of the map's pixels that the layer colours. */
export async function shareDrawnBy(page: Page, browser: Browser, layer: string): Promise<number> {
  const eye = page.getByRole('button', { name: `Show ${layer}` });
  await mapIsDrawn(page);
  const shown = await mapOf(page).screenshot();
  await eye.click();
  await expect(eye).toHaveAttribute('aria-pressed', 'false');
  await mapIsDrawn(page);
  const hidden = await mapOf(page).screenshot();
  await eye.click();
  await expect(eye).toHaveAttribute('aria-pressed', 'true');
  await mapIsDrawn(page);
  return differingShare(browser, shown, hidden);
}
