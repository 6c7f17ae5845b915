// Journeys in Chromium against the built portal. GRATICULE_TEST_ENGINE=embedded|postgres chooses the database; see README.md.
import { defineConfig, devices } from '@playwright/test';
import { installedChromium } from './chromium.ts';
import { ENGINE, ENGINES, type Engine } from './engines.ts';

const INSTALLED = installedChromium();

/** Maps need WebGL, which has to work without a graphics card; the rest keeps the browser from calling home. */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Public clients that read and edit hosted layers: what they ask for is answered by either engine. */
const OUTSIDE_CLIENTS = /\/(leaflet-editing|maplibre-plugin|other-maps)\.e2e\.ts$/;

export default defineConfig<object, { engine: Engine }>({
  testDir: 'journeys',
  testMatch: '*.e2e.ts',
  outputDir: 'results',
  globalSetup: './built-web.ts',
  // One browser and one portal already keep two cores busy.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  // A busy machine may be too slow once; the report names what needed the second try as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [['list']],
  projects: [
    { name: 'journeys' },
    ...ENGINES.filter((engine) => engine !== ENGINE).map((engine) => ({
      name: `outside clients on ${engine}`,
      testMatch: OUTSIDE_CLIENTS,
      use: { engine },
    })),
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { args: BROWSER_ARGS, ...(INSTALLED === undefined ? {} : { executablePath: INSTALLED }) },
  },
});
