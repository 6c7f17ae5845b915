// Files dropped anywhere on the content page come into the folder that is open.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unpackArchive } from '../../packages/geo/src/formats/archive.ts';
import { memorySource } from '../../packages/geo/src/formats/byte-source.ts';
import { expectAccessible } from '../accessible.ts';
import { dropFiles, fixturePath } from '../files.ts';
import { expect, signIn, test } from '../journey.ts';
import { DORA } from '../people.ts';
import { restAs } from '../rest.ts';

/** The files of an archive. */
async function unpack(path: string): Promise<{ name: string; bytes: Buffer }[]> {
  const files: { name: string; bytes: Buffer }[] = [];
  await unpackArchive(memorySource('archive.zip', await readFile(path)), async (name, bytes) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(Uint8Array.from(piece));
    files.push({ name, bytes: Buffer.concat(pieces) });
  });
  return files;
}

test('several files are dropped at once and lie in the open folder', async ({ page, admin, portalUrl }) => {
  const { username, password, fullName: fullname, email } = DORA;
  await admin.post('community/createUser', { username, password, fullname, email, role: 'org_publisher' });
  const dora = await restAs(portalUrl, DORA);
  await dora.post(`content/users/${username}/createFolder`, { title: 'Dropped here' });
  await signIn(page, DORA);
  await page.goto('/home/content.html');
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('button', { name: 'Dropped here' }).first().click();
  await dropFiles(page, [
    ['trees.csv', 'text/csv'],
    ['html_named.geojson', 'application/geo+json'],
  ]);
  const dialog = page.getByRole('dialog', { name: 'Add 2 files' });

  await test.step('both are sent, without becoming layers', async () => {
    for (const box of await dialog.getByRole('checkbox', { name: 'Publish as a layer' }).all()) await box.uncheck();
    await dialog.getByRole('button', { name: 'Add 2 files' }).click();
    await expect(dialog.getByText('Added to your content')).toHaveCount(2, { timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('they are in the list of the folder, whole', async () => {
    await expect(page.getByText('2 items', { exact: true })).toBeVisible();
    const found = await dora.post('search', { q: `owner:${username} AND (name:trees OR name:"html_named.geojson")`, num: 10 });
    expect(found.results.map((each: { name: string }) => each.name).sort()).toEqual(['html_named.geojson', 'trees.csv']);
  });
});

test('the parts of a shapefile are chosen together, become one layer, and bring its new rows', async ({ page, admin }) => {
  test.slow();
  const sina = { ...DORA, username: 'sina.parts', email: 'sina@example.org', fullName: 'Sina Parts' };
  const { fullName: fullname, ...account } = sina;
  await admin.post('community/createUser', { ...account, fullname, role: 'org_publisher' });
  const unpacked = await unpack(fixturePath('german_towns_latin1_25832.zip'));
  const parts = unpacked.map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes }));
  await signIn(page, sina);
  await page.goto('/home/content.html');
  await page.getByTestId('file-input').setInputFiles(parts);
  const dialog = page.getByRole('dialog', { name: 'Add a file' });

  await test.step('one archive is told of, and published', async () => {
    await expect(dialog.getByText('orte.shp.zip')).toBeVisible();
    await expect(dialog.getByText(`${parts.length} files in one archive`)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add the file' }).click();
    await dialog.getByRole('button', { name: 'Publish layer' }).click({ timeout: 30_000 });
    await expect(dialog.getByText(/^It has [\d,]+ features\.$/)).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('link', { name: "See the layer's page" }).click();
  });

  await test.step('the same parts replace the rows of the layer', async () => {
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByRole('button', { name: 'New data from a file' }).click();
    const loading = page.getByRole('dialog', { name: 'New data from a file' });
    const choosing = page.waitForEvent('filechooser');
    await loading.getByRole('button', { name: 'File' }).click();
    await (await choosing).setFiles(parts);
    await loading.getByRole('radio', { name: 'Replace everything' }).check();
    await loading.getByRole('button', { name: 'Replace everything' }).click({ timeout: 30_000 });
    await expect(loading.getByText('The layer has its new data')).toBeVisible({ timeout: 60_000 });
  });
});

test('a dropped folder of a geodatabase is one file, and what lies beside it comes too', async ({ page, admin }) => {
  const gil = { ...DORA, username: 'gil.folder', email: 'gil@example.org', fullName: 'Gil Folder' };
  const { fullName: fullname, ...account } = gil;
  await admin.post('community/createUser', { ...account, fullname, role: 'org_publisher' });
  const folder = await mkdtemp(join(tmpdir(), 'graticule-drop-'));
  try {
    const files = await unpack(join(import.meta.dirname, '../../packages/geo/fixtures/vector/brasil_filegdb.gdb.zip'));
    for (const { name, bytes } of [...files, { name: 'notes.csv', bytes: Buffer.from('a,b\n1,2\n') }]) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
    await signIn(page, gil);
    await page.goto('/home/content.html');
    await expect(page.getByRole('button', { name: 'Add files' }).first()).toBeVisible();
    const devtools = await page.context().newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: 600, y: 500, data });
    const dialog = page.getByRole('dialog', { name: 'Add 2 files' });
    await expect(dialog.getByText('notes.csv')).toBeVisible();
    await expect(dialog.getByText(`${files.length} files in one archive`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add 2 files' }).click();
    await expect(dialog.getByText('The file holds 2 layers: estados (27) and cidades (2,010).', { exact: false })).toBeVisible({
      timeout: 30_000,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
