// How the web app is built and served in development.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const portal = `http://127.0.0.1:${process.env.GRATICULE_PORT ?? '8080'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
  },
});
