// Where the browser of the journeys is.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** A Chromium of the system, if there is one; it is taken before Playwright's own. */
export function installedChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
}

/** Whether any Chromium is there, Playwright's included. */
export function hasChromium(): boolean {
  return installedChromium() !== undefined || existsSync(chromium.executablePath());
}
