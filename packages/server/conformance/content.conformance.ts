// The public client keeps items: creates, reads, changes, finds, shares and removes them.
import {
  addItemData,
  addItemResource,
  createFolder,
  createItem,
  createItemInFolder,
  getItem,
  getItemData,
  getItemResource,
  getItemResources,
  getUserContent,
  moveItem,
  protectItem,
  removeFolder,
  removeItem,
  removeItemResource,
  SearchQueryBuilder,
  searchItems,
  setItemAccess,
  unprotectItem,
  updateItem,
  updateItemResource,
} from '@esri/arcgis-rest-portal';
import type { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, type ListeningPortal, listeningPortal } from './listening-portal.ts';

let portal: ListeningPortal;
let authentication: ArcGISIdentityManager;
beforeAll(async () => {
  portal = await listeningPortal({ people: { pia_publisher: 'publisher' } });
  authentication = await portal.signIn('pia_publisher');
});
afterAll(() => portal?.close());

const webMap = { operationalLayers: [], baseMap: { title: 'Plain', baseMapLayers: [] }, version: '2.34' };

describe('arcgis-rest-portal with items', () => {
  it('creates a web map, reads it back, changes it and removes it', async () => {
    const made = await createItem({ item: { title: 'Harbours', type: 'Web Map', tags: ['sea', 'ships'], text: webMap }, authentication });
    expect(made).toMatchObject({ success: true, id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await getItem(made.id, { authentication })).toMatchObject({ title: 'Harbours', tags: ['sea', 'ships'], owner: 'pia_publisher' });
    expect(await getItemData(made.id, { authentication })).toEqual(webMap);
    await updateItem({ item: { id: made.id, title: 'Harbours and quays', snippet: 'Where ships tie up' }, authentication });
    expect(await getItem(made.id, { authentication })).toMatchObject({ title: 'Harbours and quays', snippet: 'Where ships tie up' });
    expect(await removeItem({ id: made.id, authentication })).toMatchObject({ success: true });
    await expect(getItem(made.id, { authentication })).rejects.toThrow(/does not exist/i);
  });

  it('sends a file with a new item, and another in its place', async () => {
    const file = await fixture('vector/africa_countries_utf8.zip');
    const { id } = await createItem({ item: { title: 'Africa', type: 'Shapefile', tags: ['test'] }, file, authentication } as never);
    const blob: Blob = await getItemData(id, { authentication, file: true });
    expect(Buffer.from(await blob.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    const other = await fixture('vector/german_towns_latin1_25832.zip');
    await addItemData({ id, file: other, authentication } as never);
    expect((await getItem(id, { authentication })).size).toBe(other.size);
    await removeItem({ id, authentication });
  });

  it('keeps items in folders', async () => {
    const { folder } = await createFolder({ title: 'Drafts', authentication });
    const { id } = await createItemInFolder({
      item: { title: 'Draft', type: 'Web Map', text: webMap },
      folderId: folder.id,
      authentication,
    });
    const root = await getUserContent({ authentication });
    expect(root.items.map((item) => item.id)).not.toContain(id);
    const inside = await getUserContent({ authentication, folderId: folder.id });
    expect(inside.items.map((item) => item.id)).toEqual([id]);
    await moveItem({ itemId: id, folderId: '/', authentication });
    expect((await getUserContent({ authentication })).items.map((item) => item.id)).toContain(id);
    await removeFolder({ folderId: folder.id, owner: 'pia_publisher', authentication });
    await removeItem({ id, authentication });
  });

  it('protects an item from deletion', async () => {
    const { id } = await createItem({ item: { title: 'Keep me', type: 'Web Map', text: webMap }, authentication });
    await protectItem({ id, authentication });
    await expect(removeItem({ id, authentication })).rejects.toThrow(/protect|delete/i);
    await unprotectItem({ id, authentication });
    await removeItem({ id, authentication });
  });

  it('keeps resources beside an item', async () => {
    const { id } = await createItem({ item: { title: 'With notes', type: 'Web Map', text: webMap }, authentication });
    await addItemResource({ id, name: 'notes.txt', content: 'first', authentication });
    const list = await getItemResources(id, { authentication });
    expect(list).toMatchObject({ total: 1, resources: [{ resource: 'notes.txt', size: 5 }] });
    await updateItemResource({ id, name: 'notes.txt', content: 'second', authentication });
    expect(await getItemResource(id, { fileName: 'notes.txt', readAs: 'text', authentication } as never)).toBe('second');
    await removeItemResource({ id, resource: 'notes.txt', authentication });
    expect((await getItemResources(id, { authentication })).total).toBe(0);
    await removeItem({ id, authentication });
  });

  it('shares an item with everyone, and takes it back', async () => {
    const { id } = await createItem({ item: { title: 'Open', type: 'Web Map', text: webMap }, authentication });
    await expect(getItem(id, { portal: portal.sharing })).rejects.toThrow();
    await setItemAccess({ id, access: 'public', authentication });
    expect(await getItem(id, { portal: portal.sharing })).toMatchObject({ access: 'public' });
    await setItemAccess({ id, access: 'private', authentication });
    await expect(getItem(id, { portal: portal.sharing })).rejects.toThrow();
    await removeItem({ id, authentication });
  });
});

describe('arcgis-rest-portal searching', () => {
  beforeAll(async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      const item = { title: `Lighthouse ${number}`, type: 'Web Map', tags: ['lighthouse'], text: webMap };
      const { id } = await createItem({ item, authentication });
      if (number <= 3) await setItemAccess({ id, access: 'public', authentication });
    }
  });

  it('finds what was just made, page by page, with a true total', async () => {
    const q = new SearchQueryBuilder().match('lighthouse').in('tags').and().match('Web Map').in('type');
    const first = await searchItems({ q, num: 2, sortField: 'title', sortOrder: 'asc', authentication });
    expect(first).toMatchObject({ total: 5, start: 1, num: 2, nextStart: 3 });
    const second = await first.nextPage?.();
    const third = await second?.nextPage?.();
    const titles = [first, second, third].flatMap((page) => page?.results.map((item) => item.title) ?? []);
    expect(titles).toEqual(['Lighthouse 1', 'Lighthouse 2', 'Lighthouse 3', 'Lighthouse 4', 'Lighthouse 5']);
    expect(third?.nextPage).toBeUndefined();
  });

  it('shows a stranger only what is shared with everyone', async () => {
    const found = await searchItems({ q: 'lighthouse', portal: portal.sharing });
    expect(found.total).toBe(3);
  });

  it('understands the queries that the builder writes', async () => {
    const q = new SearchQueryBuilder()
      .startGroup()
      .match('Lighthouse 1')
      .in('title')
      .or()
      .match('Lighthouse 2')
      .in('title')
      .endGroup()
      .not()
      .match('nobody')
      .in('owner');
    const found = await searchItems({ q, authentication });
    expect(found.results.map((item) => item.title).sort()).toEqual(['Lighthouse 1', 'Lighthouse 2']);
  });
});
