// How the web app is built and served in development.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The host stays the browser's own: the portal accepts its cookie only from pages of the same origin. */
const portal = { changeOrigin: false, target: `http://127.0.0.1:${process.env.GRATICULE_PORT ?? '8080'}` };

/** Writes `.br` and `.gz` beside each text file, so that the server compresses nothing twice and browsers get the smallest form. */
function compressBeforehand(): Plugin {
  let folder = 'dist';
  return {
    name: 'compress-beforehand',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      for (const name of names.filter((each) => /\.(js|css|svg|html|json)$/.test(each))) {
        const bytes = await readFile(join(folder, name));
        if (bytes.length < 1024) continue;
        await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes));
        await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressBeforehand()],
  // the map library's worker is a module
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: { '/sharing': portal, '/rest': portal, '/portaladmin': portal },
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // what every page begins with, in one file instead of sixteen
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
  },
});
