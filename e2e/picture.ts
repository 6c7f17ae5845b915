// Compares pictures of the page: how much of a map changes when something is drawn on it.
import type { Browser } from '@playwright/test';

/** The pixels of PNG pictures, four numbers each. Drawn on a canvas of an empty page, so that no decoder is needed here. */
async function pixelsOf(browser: Browser, pictures: readonly Buffer[]): Promise<Uint8Array[]> {
  const page = await browser.newPage();
  try {
    const texts = await page.evaluate(
      (sources) =>
        Promise.all(
          sources.map(async (base64) => {
            const image = new Image();
            image.src = `data:image/png;base64,${base64}`;
            await image.decode();
            const canvas = document.createElement('canvas');
            canvas.width = image.width;
            canvas.height = image.height;
            const context = canvas.getContext('2d');
            if (context === null) throw new Error('no canvas');
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, image.width, image.height);
            let text = '';
            for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
            return btoa(text);
          }),
        ),
      pictures.map((picture) => picture.toString('base64')),
    );
    return texts.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  } finally {
    await page.close();
  }
}

/** How far two pixels are apart, 0 to 765. */
function distance(a: Uint8Array, atA: number, b: Uint8Array, atB: number): number {
  return [0, 1, 2].reduce((sum, band) => sum + Math.abs((a[atA + band] ?? 0) - (b[atB + band] ?? 0)), 0);
}

/** Share of pixels, 0 to 1, that differ visibly between two PNG pictures of the same size. */
export async function differingShare(browser: Browser, one: Buffer, other: Buffer): Promise<number> {
  const [a = new Uint8Array(), b = new Uint8Array()] = await pixelsOf(browser, [one, other]);
  if (a.length !== b.length) throw new Error('the pictures differ in size');
  let differing = 0;
  for (let at = 0; at < a.length; at += 4) if (distance(a, at, b, at) > 60) differing++;
  return differing / (a.length / 4);
}

/** Share of pixels, 0 to 1, that can hardly be told from the commonest colour of the picture. */
export async function shareOfOneColour(browser: Browser, picture: Buffer): Promise<number> {
  return (await commonestColour(browser, picture)).share;
}

/** The commonest colour of a picture, 0 to 255 for each band, and the share of pixels that can hardly be told from it. */
export async function commonestColour(browser: Browser, picture: Buffer): Promise<{ colour: readonly number[]; share: number }> {
  const [pixels = new Uint8Array()] = await pixelsOf(browser, [picture]);
  const counts = new Map<string, { at: number; n: number }>();
  for (let at = 0; at < pixels.length; at += 4) {
    const key = pixels.subarray(at, at + 3).join(' ');
    counts.set(key, { at, n: (counts.get(key)?.n ?? 0) + 1 });
  }
  const [commonest] = [...counts.values()].sort((a, b) => b.n - a.n);
  let near = 0;
  for (let at = 0; at < pixels.length; at += 4) if (distance(pixels, at, pixels, commonest?.at ?? 0) <= 24) near++;
  const at = commonest?.at ?? 0;
  return { colour: [...pixels.subarray(at, at + 3)], share: near / (pixels.length / 4) };
}
