// Test projects: pure, repository, component, database, app and outside-client tests. Each has its own suffix.
import { defineConfig } from 'vitest/config';

/** Cases of property tests. */
const setupFiles = ['tools/seeded-properties.ts'];
const shared = { exclude: ['**/node_modules/**', '**/dist/**'], testTimeout: 20_000, setupFiles };

/** They start embedded databases of their own, whichever engine the other tests run on: once is enough, and the other run is shorter. */
const WITH_OWN_DATABASES = ['template', 'embedded', 'embedded-exchanges'].map(
  (name) => `packages/server/src/platform/db/${name}.db.test.ts`,
);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/{contract,geo,i18n,server}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...shared.exclude, 'tools/safety/**', '**/*.db.test.ts', '**/*.api.test.ts'],
        },
      },
      { test: { ...shared, name: 'safety', include: ['tools/safety/**/*.test.ts'] } },
      {
        extends: './packages/web/vite.config.ts',
        test: {
          ...shared,
          name: 'web',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: [...setupFiles, 'packages/web/src/testing/patience.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['packages/server/**/*.{db,api}.test.ts'],
          exclude: [...shared.exclude, ...(process.env.GRATICULE_TEST_ENGINE === 'embedded' ? WITH_OWN_DATABASES : [])],
          globalSetup: ['packages/server/testing/global-setup.ts'],
          setupFiles: [...setupFiles, 'packages/server/testing/leave-nothing.ts'],
          // The code of the whole portal is loaded once for a worker, not once for a file: half of the time. Files leave nothing behind.
          isolate: false,
          // The embedded engine on a busy machine of two cores is slow, not wrong.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: 'conformance',
          include: ['packages/server/conformance/**/*.conformance.ts'],
          globalSetup: ['packages/server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
