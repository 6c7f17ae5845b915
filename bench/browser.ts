// A Chromium with software rendering, as on a machine without a graphics card.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

const INSTALLED = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && path !== '' && existsSync(path),
);

/** Starts it. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(INSTALLED === undefined ? {} : { executablePath: INSTALLED }),
    args: ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'],
  });
}
