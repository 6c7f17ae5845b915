// What pages say about themselves without script, to whoever is not signed in.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let webDir: string;
const ENTRY =
  '<!doctype html><html><head><title>Graticule</title></head><body><div id="root"></div><noscript>No script.</noscript></body></html>';
/** One by one what ends elements, attributes, scripts and replacement texts. */
const EVIL = `"><script>alert(1)</script><!--$&' </title>`;
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'graticule-pages-'));
  await writeFile(join(webDir, 'index.html'), ENTRY);
  t = await testPortal({ people: { owner1: 'publisher', admin1: 'admin' }, webDir });
});
afterAll(async () => {
  await t.close();
  await rm(webDir, { recursive: true });
});

const page = async (url: string) => t.app.inject({ url });
const read = (body: string, pattern: RegExp): string | undefined => pattern.exec(body)?.[1];
const dataOf = (body: string) => JSON.parse(read(body, /<script type="application\/ld\+json">(.*?)<\/script>/s) ?? '{}');

async function addPublic(fields: Record<string, string>, file?: string): Promise<string> {
  const files = { ...(file === undefined ? {} : { file: { name: file, bytes: 'a\n1\n' } }), thumbnail: { name: 't.png', bytes: PIXEL } };
  const { id } = await t.as('owner1').upload('content/users/owner1/addItem', fields, files);
  await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { everyone: true });
  return id;
}

describe('the page of an item that everybody may see', () => {
  it('carries title, description, canonical link, previews and a data set with coverage, terms and files', async () => {
    const id = await addPublic(
      {
        title: 'Trees of Lisbon',
        type: 'CSV',
        snippet: 'Every street tree',
        description: '<p>All <b>trees</b> &amp; shrubs</p>',
        tags: 'trees,lisbon',
        extent: '-9.3,38.6,-9,38.9',
        licenseInfo: '<a href="https://creativecommons.org/licenses/by/4.0/">CC BY</a>',
        accessInformation: 'City of Lisbon',
      },
      'trees.csv',
    );
    const { body, headers } = await page(`/home/item.html?id=${id}&tab=data`);
    const base = 'http://localhost';
    const url = `${base}/home/item.html?id=${id}`;
    expect(headers['content-type']).toContain('text/html');
    expect(read(body, /<title>(.*?)<\/title>/)).toMatch(/^Trees of Lisbon - /);
    expect(body).toContain('<meta name="description" content="Every street tree" />');
    expect(body).toContain(`<link rel="canonical" href="${url}" />`);
    expect(body).toContain('<meta property="og:title" content="Trees of Lisbon" />');
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image" />');
    const image = read(body, /<meta property="og:image" content="(.*?)"/) ?? '';
    expect((await page(new URL(image).pathname)).statusCode).toBe(200);
    const data = dataOf(body);
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Dataset',
      name: 'Trees of Lisbon',
      description: 'All trees & shrubs',
      url,
      keywords: ['trees', 'lisbon'],
      license: 'https://creativecommons.org/licenses/by/4.0/',
      creditText: 'City of Lisbon',
      spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: '38.6 -9.3 38.9 -9' } },
      distribution: [{ '@type': 'DataDownload', encodingFormat: 'text/csv', contentUrl: `${base}/sharing/rest/content/items/${id}/data` }],
    });
    expect(Date.parse(data.dateModified)).toBeGreaterThan(0);
    const noscript = read(body, /<noscript>(.*?)<\/noscript>/s) ?? '';
    expect(noscript).toContain('<h1>Trees of Lisbon</h1>');
    expect(noscript).toContain('<dd>owner1</dd>');
    expect(noscript).toContain('No script.');
    expect((await page(new URL(data.distribution[0].contentUrl).pathname)).body).toBe('a\n1\n');
  });

  it.each(['GeoJson', 'Apache Parquet', 'GPX'])('calls a file of type %s a data set', async (type) => {
    const id = await addPublic({ title: 'Trees', type, tags: 'trees' }, 'trees.txt');
    expect(dataOf((await page(`/home/item.html?id=${id}`)).body)['@type']).toBe('Dataset');
  });

  it('lets nothing that people wrote become markup or script', async () => {
    const id = await addPublic({ title: EVIL, type: 'Web Map', snippet: EVIL, tags: EVIL, licenseInfo: 'javascript:alert(1)', text: '{}' });
    const { body } = await page(`/home/item.html?id=${id}`);
    const shell = await page('/home/index.html');
    const elements = (html: string): number => html.match(/<script/g)?.length ?? 0;
    expect(elements(body)).toBe(elements(shell.body) + 1);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('<!--');
    expect(body.match(/<\/title>/g)).toHaveLength(1);
    expect(dataOf(body).name).toBe((await t.as('owner1').get(`content/items/${id}`)).title);
    expect(dataOf(body)['@type']).toBe('Map');
  });

  it('shows title, summary and picture before any script ran, over the page; not where there is no script', async () => {
    const id = await addPublic({ title: 'Trees & shrubs', type: 'Web Map', snippet: '<i>Seen</i> at once', text: '{}' });
    const { body } = await page(`/home/item.html?id=${id}`);
    const view = read(body, /(<div id="first-view".*?)<div id="root">/) ?? '';
    expect(view).toContain('aria-hidden="true"');
    expect(view).toContain('<p class="first-view-title"><bdi>Trees &#38; shrubs</bdi></p>');
    expect(view).toContain('<p class="first-view-text"><bdi>Seen at once</bdi></p>');
    const { thumbnail, modified } = await t.as('owner1').get(`content/items/${id}`);
    const picture = (read(view, /<img src="(.*?)"/) ?? '').replaceAll('&#38;', '&');
    expect(picture).toBe(`/sharing/rest/content/items/${id}/info/${thumbnail}?v=${modified}&w=600`);
    expect((await page(picture)).statusCode).toBe(200);
    expect(body).toContain('<noscript><style>.first-view{display:none}</style><main><h1>');
    expect((await page(`/home/webmap/viewer.html?webmap=${id}`)).body).not.toContain('first-view');
  });

  it('is described at the map viewer too, with that address', async () => {
    const id = await addPublic({ title: 'A map', type: 'Web Map', text: '{}' });
    const { body } = await page(`/home/webmap/viewer.html?webmap=${id}&embed=true`);
    expect(body).toContain(`<link rel="canonical" href="http://localhost/home/webmap/viewer.html?webmap=${id}" />`);
  });
});

describe('the page of what is not for everybody', () => {
  it('says nothing: private, shared with the organisation, in the recycle bin, unknown or malformed', async () => {
    const id = await addPublic({ title: 'Hidden later', type: 'Web Map', text: '{}' });
    expect((await page(`/home/item.html?id=${id}`)).body).toContain('Hidden later');
    for (const access of [
      { everyone: false, org: true },
      { everyone: false, org: false },
    ]) {
      await t.as('owner1').post(`content/users/owner1/items/${id}/share`, access);
      const headers = { authorization: `Bearer ${t.as('owner1').token}` };
      for (const reply of [await page(`/home/item.html?id=${id}`), await t.app.inject({ url: `/home/item.html?id=${id}`, headers })])
        expect(reply.body).toBe(ENTRY);
    }
    await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { everyone: true });
    await t.as('owner1').post(`content/users/owner1/items/${id}/delete`);
    for (const name of [id, '0'.repeat(32), "' or 1=1 --", '%ff', '']) expect((await page(`/home/item.html?id=${name}`)).body).toBe(ENTRY);
    expect((await page('/home/item.html')).body).toBe(ENTRY);
  });

  it('says nothing when the organisation keeps visitors out', async () => {
    const id = await addPublic({ title: 'In a closed house', type: 'Web Map', text: '{}' });
    await t.as('admin1').post('portals/self/update', { access: 'private' });
    expect((await page(`/home/item.html?id=${id}`)).body).toBe(ENTRY);
    await t.as('admin1').post('portals/self/update', { access: 'public' });
    expect((await page(`/home/item.html?id=${id}`)).body).toContain('In a closed house');
  });
});

it('groups and people who show themselves to everybody are described, others are not', async () => {
  const make = async (title: string, access: string): Promise<string> =>
    (await t.as('owner1').post('community/createGroup', { title, tags: 'x', access, snippet: 'About maps' })).group.id;
  const [open, closed] = [await make('Open group', 'public'), await make('Closed group', 'org')];
  const body = (await page(`/home/group.html?id=${open}`)).body;
  expect(body).toContain('<meta property="og:title" content="Open group" />');
  expect(dataOf(body)).toMatchObject({ '@type': 'CollectionPage', description: 'About maps' });
  expect((await page(`/home/group.html?id=${closed}`)).body).toBe(ENTRY);
  await t.as('owner1').post('community/users/owner1/update', { access: 'public', description: 'Draws maps', fullname: 'Olga Owner' });
  const person = (await page('/home/user.html?user=owner1')).body;
  expect(dataOf(person).mainEntity).toMatchObject({ '@type': 'Person', name: 'Olga Owner', description: 'Draws maps' });
  expect(person).not.toContain('example.org');
  expect((await page('/home/user.html?user=admin1')).body).toBe(ENTRY);
});
