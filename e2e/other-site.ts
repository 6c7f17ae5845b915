// A web site of somebody else: pages with public map libraries, served from another origin than the portal.
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const MODULES = join(import.meta.dirname, '../node_modules');
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' };

/** A running site. */
export interface OtherSite {
  url: string;
  close(): Promise<void>;
}

/** Serves the pages by their paths, and installed packages below `/modules/`. */
export async function otherSite(pages: Readonly<Record<string, string>>): Promise<OtherSite> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const page = pages[path];
    const file = join(MODULES, normalize(path.replace(/^\/modules/, '')));
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8' }).end(page);
    } else if (path.startsWith('/modules/') && existsSync(file)) {
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // Browsers open connections in advance, which nothing has been asked on: the server would wait minutes for their end.
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** MapLibre as a module of a page: the vendor's plugin takes its default export, which newer versions do not have. */
export const MAPLIBRE_WITH_DEFAULT = `export * from '/modules/maplibre-gl/dist/maplibre-gl.mjs';
  import * as all from '/modules/maplibre-gl/dist/maplibre-gl.mjs';
  export default all;`;
