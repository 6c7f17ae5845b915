// Appending the rows of files that the portal fetches from servers that its operator has named.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let server: Server;
let port = 0;
const asked: string[] = [];
const { layerOf, run, features } = loadScene(() => t);

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path.endsWith('trees.csv')) response.end('species,height,lat,lon\nelm,3,5,60\n');
    else if (path === '/on') response.writeHead(302, { location: '/far/trees.csv' }).end();
    else if (path === '/inner.csv') response.writeHead(302, { location: `http://localhost:${port}/trees.csv` }).end();
    else if (path === '/ring.csv') response.writeHead(302, { location: '/ring.csv' }).end();
    else if (path === '/endless.csv') for (let n = 0; n < 40; n++) response.write('x'.repeat(64 * 1024));
    else if (path === '/large.csv') response.writeHead(200, { 'content-length': String(1024 ** 3) }).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  t = await testPortal({
    people: { petra: 'publisher', una: 'user' },
    config: { fetchHosts: [`127.0.0.1:${port}`, `*.localhost:${port}`], uploadLimitBytes: 1024 ** 2 },
  });
});
afterAll(async () => {
  await t.close();
  server.closeAllConnections();
  server.close();
});

const append = (layer: TestLayer, sourceUrl: string, more: object = {}, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${layer.path}/append`, { sourceUrl, appendUploadFormat: 'csv', ...more });
const at = (path: string): string => `http://127.0.0.1:${port}${path}`;

describe('append from an address', () => {
  it('fetches the file, also one to which the server leads on, and adds its rows', async () => {
    const layer = await layerOf();
    expect(await run(await append(layer, at('/trees.csv')))).toMatchObject({ status: 'Completed', insertedCount: 1 });
    expect(await run(await append(layer, at('/on')))).toMatchObject({ status: 'Completed', insertedCount: 1 });
    expect((await features(layer)).filter((one) => one.attributes.species === 'elm')).toHaveLength(2);
  });

  it('tells why a file did not come, and changes nothing', async () => {
    const layer = await layerOf();
    const why = async (path: string): Promise<string> => JSON.stringify(await run(await append(layer, at(path))));
    expect(await why('/missing.csv')).toContain('404');
    expect(await why('/ring.csv')).toContain('without an end');
    expect(await why('/inner.csv')).toContain('may not fetch');
    expect(await why('/endless.csv')).toContain('too large');
    expect(await why('/large.csv')).toContain('too large');
    expect(await features(layer)).toHaveLength(2);
  });

  it('asks only servers that the operator has named, and never from a domain into the network inside', async () => {
    const layer = await layerOf();
    const count = asked.length;
    for (const url of [
      `http://localhost:${port}/trees.csv`,
      `http://127.0.0.1.example.org:${port}/trees.csv`,
      'http://127.0.0.1/trees.csv',
      `ftp://127.0.0.1:${port}/trees.csv`,
      `http://ada:secret@127.0.0.1:${port}/trees.csv`,
      'file:///etc/passwd',
      'trees.csv',
    ])
      expect((await append(layer, url)).error).toMatchObject({ code: 400, message: expect.stringContaining('sourceUrl') });
    // A name below the domain, which leads to this machine.
    expect(JSON.stringify(await run(await append(layer, `http://a.localhost:${port}/trees.csv`)))).toContain('cannot be reached');
    expect(asked).toHaveLength(count);
  });

  it('is for those who may add features, and one source at a time', async () => {
    const layer = await layerOf();
    expect((await append(layer, at('/trees.csv'), {}, 'una')).error.code).toBe(403);
    expect((await append(layer, at('/trees.csv'), { edits: [] })).error.message).toContain('exclude each other');
  });

  it('is refused where the portal fetches nothing, which is how it comes', async () => {
    const other = await testPortal({ people: { petra: 'publisher' } });
    const petra = other.as('petra');
    const { serviceurl } = await petra.post(`content/users/${petra.username}/createService`, {
      createParameters: { name: 'closed', capabilities: 'Query,Editing' },
    });
    const service = new URL(serviceurl).pathname;
    const fields = [{ name: 'species', type: 'esriFieldTypeString', alias: 'species' }];
    await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
      addToDefinition: { layers: [{ name: 'trees', geometryType: 'esriGeometryPoint', fields }] },
    });
    const { error } = await petra.post(`${service}/0/append`, { sourceUrl: at('/trees.csv'), appendUploadFormat: 'csv' });
    expect(error.message).toContain('fetches no files from other servers');
    await other.close();
  });
});
