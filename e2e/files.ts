// Files that the journeys upload, and how they get onto a page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Path of a fixture. */
export function fixturePath(name: string): string {
  return join(import.meta.dirname, 'fixtures', name);
}

/** Drops a fixture on the page, as if it came from the desktop. */
export async function dropFile(page: Page, name: string, type: string): Promise<void> {
  const base64 = (await readFile(fixturePath(name))).toString('base64');
  const transfer = await page.evaluateHandle(
    ([content, fileName, mimeType]) => {
      const bytes = Uint8Array.from(atob(content ?? ''), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName ?? '', { type: mimeType ?? '' }));
      return data;
    },
    [base64, name, type],
  );
  await page.getByRole('main').dispatchEvent('dragenter', { dataTransfer: transfer });
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: transfer });
}
