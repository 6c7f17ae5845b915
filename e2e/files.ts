// Files that the journeys upload, and how they get onto a page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Path of a fixture. */
export function fixturePath(name: string): string {
  return join(import.meta.dirname, 'fixtures', name);
}

/** Drops a fixture on the page, as if it came from the desktop. */
export function dropFile(page: Page, name: string, type: string): Promise<void> {
  return dropFiles(page, [[name, type]]);
}

/** Drops fixtures, with their types, all at once. */
export async function dropFiles(page: Page, files: readonly (readonly [name: string, type: string])[]): Promise<void> {
  const read = files.map(async ([name, type]) => ({ name, type, base64: (await readFile(fixturePath(name))).toString('base64') }));
  const transfer = await page.evaluateHandle(
    (all) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of all)
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      return data;
    },
    await Promise.all(read),
  );
  await page.getByRole('main').dispatchEvent('dragenter', { dataTransfer: transfer });
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: transfer });
}
