// Compares pictures of the page: how much of a map changes when something is drawn on it.
import type { Browser } from '@playwright/test';

/**
 * Share of pixels, 0 to 1, that differ visibly between two PNG pictures of the same size.
 * Drawn on a canvas of an empty page, so that no decoder is needed here.
 */
export async function differingShare(browser: Browser, one: Buffer, other: Buffer): Promise<number> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      async ([first, second]) => {
        const pixels = async (base64: string | undefined): Promise<Uint8ClampedArray> => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const canvas = document.createElement('canvas');
          canvas.width = image.width;
          canvas.height = image.height;
          const context = canvas.getContext('2d');
          if (context === null) throw new Error('no canvas');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        };
        const [a, b] = [await pixels(first), await pixels(second)];
        if (a.length !== b.length) throw new Error('the pictures differ in size');
        let differing = 0;
        for (let at = 0; at < a.length; at += 4) {
          const distance = [0, 1, 2].reduce((sum, band) => sum + Math.abs((a[at + band] ?? 0) - (b[at + band] ?? 0)), 0);
          if (distance > 60) differing++;
        }
        return differing / (a.length / 4);
      },
      [one.toString('base64'), other.toString('base64')],
    );
  } finally {
    await page.close();
  }
}
