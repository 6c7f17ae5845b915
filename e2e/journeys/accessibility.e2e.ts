// Pages that everybody meets have no fault that axe can find.
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';

const PAGES = ['/home/index.html', '/home/signin.html', '/home/search.html?q=map', '/home/gallery.html'];

for (const scheme of ['light', 'dark'] as const) {
  for (const path of PAGES) {
    test(`${path} is accessible in the ${scheme} scheme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    });
  }
}
