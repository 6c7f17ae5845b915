// The public client works with groups: makes them, adds people, shares items with them.
import {
  addGroupUsers,
  createGroup,
  createItem,
  getGroup,
  getGroupContent,
  getGroupUsers,
  getItem,
  isItemSharedWithGroup,
  joinGroup,
  leaveGroup,
  protectGroup,
  removeGroup,
  removeGroupUsers,
  searchGroupContent,
  searchGroups,
  shareItemWithGroup,
  unprotectGroup,
  unshareItemWithGroup,
  updateGroup,
} from '@esri/arcgis-rest-portal';
import type { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningPortal, listeningPortal } from './listening-portal.ts';

let portal: ListeningPortal;
let ada: ArcGISIdentityManager;
let pia: ArcGISIdentityManager;
let vic: ArcGISIdentityManager;
beforeAll(async () => {
  portal = await listeningPortal({ people: { ada_admin: 'admin', pia_publisher: 'publisher', vic_viewer: 'viewer' } });
  [ada, pia, vic] = (await Promise.all(['ada_admin', 'pia_publisher', 'vic_viewer'].map((name) => portal.signIn(name)))) as [
    ArcGISIdentityManager,
    ArcGISIdentityManager,
    ArcGISIdentityManager,
  ];
});
afterAll(() => portal?.close());

const newGroup = (title: string, more: object = {}) =>
  createGroup({ group: { title, tags: ['test'], access: 'org', ...more }, authentication: pia } as never);
const newMap = () => createItem({ item: { title: 'Wells', type: 'Web Map', text: { operationalLayers: [] } }, authentication: pia });

describe('arcgis-rest-portal with groups', () => {
  it('makes a group, changes it, finds it and removes it', async () => {
    const { group } = await newGroup('Water works', { snippet: 'Pipes and wells' });
    expect(await getGroup(group.id, { authentication: pia })).toMatchObject({
      title: 'Water works',
      owner: 'pia_publisher',
      access: 'org',
    });
    await updateGroup({ group: { id: group.id, title: 'Water and sewage' }, authentication: pia } as never);
    const found = await searchGroups({ q: 'sewage', authentication: vic });
    expect(found.results.map((each) => each.id)).toEqual([group.id]);
    await protectGroup({ id: group.id, authentication: pia });
    await expect(removeGroup({ id: group.id, authentication: pia })).rejects.toThrow();
    await unprotectGroup({ id: group.id, authentication: pia });
    expect(await removeGroup({ id: group.id, authentication: pia })).toMatchObject({ success: true });
    await expect(getGroup(group.id, { authentication: pia })).rejects.toThrow();
  });

  it('adds and removes members', async () => {
    const { group } = await newGroup('Road works');
    // The client adds a `errors` list only when a batch failed.
    expect(await addGroupUsers({ id: group.id, users: ['vic_viewer'], authentication: pia })).toMatchObject({ notAdded: [] });
    expect(await getGroupUsers(group.id, { authentication: pia })).toMatchObject({ owner: 'pia_publisher', users: ['vic_viewer'] });
    expect(await removeGroupUsers({ id: group.id, users: ['vic_viewer'], authentication: pia })).toMatchObject({ notRemoved: [] });
    expect((await getGroupUsers(group.id, { authentication: pia })).users).toEqual([]);
  });

  it('lets people join an open group and leave it', async () => {
    const { group } = await newGroup('Open house', { isInvitationOnly: false, autoJoin: true });
    await joinGroup({ id: group.id, authentication: ada });
    expect((await getGroupUsers(group.id, { authentication: pia })).users).toContain('ada_admin');
    await leaveGroup({ id: group.id, authentication: ada });
    expect((await getGroupUsers(group.id, { authentication: pia })).users).toEqual([]);
  });

  it('shares an item with a group: its members see it, nobody else, and unsharing ends that', async () => {
    const [{ group }, { id }] = await Promise.all([newGroup('Field crew', { access: 'private' }), newMap()]);
    await addGroupUsers({ id: group.id, users: ['vic_viewer'], authentication: pia });
    await expect(getItem(id, { authentication: vic })).rejects.toThrow();
    expect(await shareItemWithGroup({ id, groupId: group.id, authentication: pia })).toMatchObject({ notSharedWith: [], itemId: id });
    expect(await isItemSharedWithGroup({ id, groupId: group.id, authentication: pia })).toBe(true);
    expect(await getItem(id, { authentication: vic })).toMatchObject({ access: 'shared' });
    await expect(getItem(id, { portal: portal.sharing })).rejects.toThrow();
    expect((await getGroupContent(group.id, { paging: { start: 1, num: 10 }, authentication: vic })).items.map((item) => item.id)).toEqual([
      id,
    ]);
    const found = await searchGroupContent({ groupId: group.id, q: 'wells', authentication: vic });
    expect(found.results.map((item) => item.id)).toEqual([id]);
    await unshareItemWithGroup({ id, groupId: group.id, authentication: pia });
    await expect(getItem(id, { authentication: vic })).rejects.toThrow();
  });

  it('lets an administrator share for the owner, joining the group for that moment only', async () => {
    const [{ group }, { id }] = await Promise.all([newGroup('Archive'), newMap()]);
    await shareItemWithGroup({ id, groupId: group.id, owner: 'pia_publisher', authentication: ada });
    expect((await getGroupContent(group.id, { paging: { start: 1, num: 10 }, authentication: pia })).items.map((item) => item.id)).toEqual([
      id,
    ]);
    expect((await getGroupUsers(group.id, { authentication: pia })).users).not.toContain('ada_admin');
  });
});
