// The portal of the matrix: two organisations, thirteen people, and items, layers and groups of every access.
import { sql } from 'kysely';
import sharp from 'sharp';
import { createAccount, issueToken } from '../src/identity/index.ts';
import { Agent } from '../testing/agent.ts';
import { copyRow } from '../testing/copied-rows.ts';
import { TEST_PASSWORD, type TestPortal, testPortal, usernameOf } from '../testing/test-portal.ts';
import { PEOPLE, type Person, type Target } from './table.ts';

/** What belongs to everybody in the matrix. */
export interface Cast {
  t: TestPortal;
  otherOrgId: string;
  agent(person: Person): Agent;
  /** Adds somebody to the home organisation for a single use; the user name. */
  passerBy(): Promise<string>;
  /** Groups of the owner by access, and the readers' and updaters' groups. */
  groups: Readonly<Record<'private' | 'org' | 'public' | 'readers' | 'updaters', string>>;
  /** Names that every target has. */
  common: Target;
}

const ROLES = {
  viewer: 'viewer',
  user: 'user',
  publisher: 'publisher',
  admin: 'admin',
  oneRight: 'user',
  member: 'user',
  manager: 'user',
  updater: 'user',
  owner: 'publisher',
} as const;

/** Names on the wire have at least six characters. */
export const nameOf = (person: Person): string => usernameOf(person);

const newId = (): string => crypto.randomUUID().replaceAll('-', '');

/** A small picture. */
export async function picture(): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
}

/** Makes the portal and its people. */
export async function makeCast(): Promise<Cast> {
  const t = await testPortal({
    people: ROLES,
    config: { publicUrl: 'http://localhost', multiTenant: true, uploadLimitBytes: 1024 * 1024 },
  });
  const agents = new Map<Person, Agent>([['anon', t.stranger]]);
  for (const person of PEOPLE) if (person in ROLES) agents.set(person, t.as(person));
  const admin = t.as('admin');
  const other = await admin.post('portals/createOrganization', {
    name: 'Other',
    urlKey: 'other',
    username: nameOf('outAdmin'),
    password: TEST_PASSWORD,
    email: 'out@example.org',
    fullName: 'Out Admin',
  });
  const add = async (username: string, role: string, orgId: string | null): Promise<Agent> => {
    await createAccount(t.portal.db, { username, password: TEST_PASSWORD, email: null, fullName: username, role, orgId });
    const { token } = await issueToken(t.portal, { username, token_epoch: 0 }, 60);
    return new Agent(t.app, username, token);
  };
  agents.set('public', await add(nameOf('public'), 'user', null));
  agents.set('outsider', await add(nameOf('outsider'), 'publisher', other.id));
  const { token } = await issueToken(t.portal, { username: nameOf('outAdmin'), token_epoch: 0 }, 60);
  agents.set('outAdmin', new Agent(t.app, nameOf('outAdmin'), token));
  const role = (await admin.post('portals/self/createRole', { name: 'Looks only' })).id;
  await admin.post(`portals/self/roles/${role}/setPrivileges`, { privileges: { privileges: ['portal:admin:viewItems'] } });
  await admin.post('portals/self/updateUserRole', { user: nameOf('oneRight'), role });
  await admin.post('portals/self/addResource', { key: 'open.txt', text: 'x' });
  await admin.post('portals/self/addResource', { key: 'members.txt', text: 'x', access: 'private' });
  const owner = t.as('owner');
  const group = async (by: Agent, fields: Record<string, string>): Promise<string> =>
    (await by.post('community/createGroup', fields)).group.id;
  const groups = {
    private: await group(owner, { title: 'Private group' }),
    org: await group(owner, { title: 'Group of the organisation', access: 'org' }),
    public: await group(owner, { title: 'Public group', access: 'public' }),
    readers: await group(owner, { title: 'Readers' }),
    updaters: await group(admin, { title: 'Updaters', capabilities: 'updateitemcontrol' }),
  };
  for (const id of [groups.private, groups.org, groups.public, groups.readers])
    await owner.post(`community/groups/${id}/addUsers`, { users: nameOf('member'), admins: nameOf('manager') });
  await admin.post(`community/groups/${groups.updaters}/addUsers`, { users: [nameOf('owner'), nameOf('updater')].join(',') });
  for (const id of Object.values(groups))
    await admin.upload(`community/groups/${id}/update`, {}, { thumbnail: { name: 't.png', bytes: await picture(), type: 'image/png' } });
  await owner.upload(`community/users/${nameOf('owner')}/update`, {}, { thumbnail: { name: 't.png', bytes: await picture() } });
  const folder = (await owner.post(`content/users/${nameOf('owner')}/createFolder`, { title: 'Folder' })).folder.id;
  const open = (await owner.post(`content/users/${nameOf('owner')}/addItem`, { title: 'Open', type: 'Web Map', text: '{}' })).id;
  await owner.post(`content/items/${open}/share`, { everyone: true });
  return {
    t,
    otherOrgId: other.id,
    agent: (person) => {
      const found = agents.get(person);
      if (found === undefined) throw new Error(`Nobody is called ${person}.`);
      return found;
    },
    passerBy: async () => (await add(`passer.by.${newId().slice(0, 8)}`, 'user', t.orgId)).username ?? '',
    groups,
    common: {
      username: nameOf('owner'),
      portal: 'self',
      folder,
      openItem: open,
      readers: groups.readers,
      roleId: role,
      orgId: t.orgId,
      layer: '0',
      objectId: '1',
    },
  };
}

/** Accesses of items in the matrix. */
export const ITEM_ACCESS = ['private', 'shared', 'updatable', 'org', 'public'] as const;

export type ItemAccess = (typeof ITEM_ACCESS)[number];

/** Gives an item of the owner an access. */
export async function share(cast: Cast, id: string, access: ItemAccess): Promise<void> {
  const owner = cast.agent('owner');
  const params: Record<string, string | boolean> | undefined = {
    private: undefined,
    shared: { groups: cast.groups.readers },
    updatable: { groups: cast.groups.updaters, confirmItemControl: true },
    org: { org: true },
    public: { everyone: true },
  }[access];
  if (params !== undefined) await owner.post(`content/users/${nameOf('owner')}/items/${id}/share`, params);
}

/** An item of each access with everything that can belong to one. */
export async function makeItems(cast: Cast): Promise<Record<ItemAccess, Target>> {
  const owner = cast.agent('owner');
  const made: Partial<Record<ItemAccess, Target>> = {};
  for (const access of ITEM_ACCESS) {
    const path = `content/users/${nameOf('owner')}`;
    const { id } = await owner.post(`${path}/addItem`, {
      title: `The ${access} one`,
      type: 'Web Map',
      text: '{"operationalLayers":[]}',
      tags: `tag-${access}`,
    });
    await owner.upload(`${path}/items/${id}/update`, {}, { thumbnail: { name: 't.png', bytes: await picture(), type: 'image/png' } });
    await owner.post(`${path}/items/${id}/addResources`, { fileName: 'a.txt', text: 'hello' });
    await owner.post(`${path}/addRelationship`, {
      originItemId: id,
      destinationItemId: cast.common.openItem ?? '',
      relationshipType: 'Map2Service',
    });
    await share(cast, id, access);
    made[access] = { ...cast.common, id, commentId: await comment(cast, id), access };
  }
  return made as Record<ItemAccess, Target>;
}

/** A comment of `user` on an item, which only the database can make where that person does not see it. */
async function comment(cast: Cast, id: string): Promise<string> {
  const commentId = newId();
  await sql`insert into item_comment (id, item_id, owner, comment) values (${commentId}, ${id}, ${nameOf('user')}, 'Nice')`.execute(
    cast.t.portal.db,
  );
  return commentId;
}

/** A new item like another, for a call that uses it up. */
export async function copyOf(cast: Cast, original: Target): Promise<Target> {
  const id = newId();
  const changed = { id, thumbnail_key: null, thumbnail_name: null, data_kind: 'none', data_key: null };
  await copyRow(cast.t.portal.db, 'item', original.id ?? '', [changed]);
  await sql`insert into item_share (item_id, group_id, shared_by) select ${id}, group_id, shared_by from item_share where item_id = ${original.id}`.execute(
    cast.t.portal.db,
  );
  return { ...original, id, commentId: await comment(cast, id) };
}

/** A hosted layer of each access, with a feature, an attachment and a related table. */
export async function makeServices(cast: Cast): Promise<Record<ItemAccess, Target>> {
  const owner = cast.agent('owner');
  const made: Partial<Record<ItemAccess, Target>> = {};
  const related = (id: number, table: number, role: string) => [
    { id, name: 'visits', relatedTableId: table, role, keyField: 'name', cardinality: 'esriRelCardinalityOneToMany' },
  ];
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  for (const access of ITEM_ACCESS) {
    const service = `Layer_${access}`;
    const created = await owner.post(`content/users/${nameOf('owner')}/createService`, {
      createParameters: { name: service, capabilities: 'Query,Create,Update,Delete,Editing' },
    });
    const path = `/rest/services/Hosted/${service}/FeatureServer`;
    await owner.post(`${path.replace('/rest/services', '/rest/admin/services')}/addToDefinition`, {
      addToDefinition: {
        layers: [
          {
            name: 'places',
            geometryType: 'esriGeometryPoint',
            hasAttachments: true,
            fields,
            relationships: related(3, 1, 'esriRelRoleOrigin'),
          },
        ],
        tables: [{ name: 'visits', fields, relationships: related(3, 0, 'esriRelRoleDestination') }],
      },
    });
    await owner.post(`${path}/0/addFeatures`, { features: [{ attributes: { name: 'a' }, geometry: { x: 1, y: 1 } }] });
    const attached = await owner.upload(`${path}/0/1/addAttachment`, {}, { attachment: { name: 'a.txt', bytes: 'a', type: 'text/plain' } });
    await share(cast, created.itemId, access);
    made[access] = { ...cast.common, id: created.itemId, service, attachment: String(attached.addAttachmentResult.objectId) };
  }
  return made as Record<ItemAccess, Target>;
}

/** A group like another, with its members, an application and an invitation of `user`, for a call that uses it up. */
export async function copyOfGroup(cast: Cast, original: Target): Promise<Target> {
  const { db } = cast.t.portal;
  const id = newId();
  await copyRow(db, 'user_group', original.id ?? '', [{ id, title: `Copy ${id}`, thumbnail_key: null, thumbnail_name: null }]);
  await sql`
    insert into group_member (group_id, username, member_type) select ${id}, username, member_type from group_member where group_id = ${original.id}`.execute(
    db,
  );
  await sql`insert into group_application (group_id, username) values (${id}, ${nameOf('user')})`.execute(db);
  return { ...original, id, invitationId: await invitation(cast, id) };
}

async function invitation(cast: Cast, groupId: string): Promise<string> {
  const id = newId();
  await sql`
    insert into group_invitation (id, group_id, username, invited_by, member_type, expires)
    values (${id}, ${groupId}, ${nameOf('user')}, ${nameOf('owner')}, 'member', now() + interval '1 day')`.execute(cast.t.portal.db);
  return id;
}

/** An invitation of `user` to a new group. */
export async function invited(cast: Cast): Promise<Target> {
  const group = await copyOfGroup(cast, { ...cast.common, id: cast.groups.private });
  return { ...group, username: nameOf('user') };
}

/** A notification of `owner`. */
export async function notified(cast: Cast): Promise<Target> {
  const notificationId = newId();
  await sql`insert into notification (id, target, type) values (${notificationId}, ${nameOf('owner')}, 'message')`.execute(
    cast.t.portal.db,
  );
  return { ...cast.common, notificationId };
}

/** A new folder of `owner`. */
export async function newFolder(cast: Cast): Promise<Target> {
  const path = `content/users/${nameOf('owner')}/createFolder`;
  return { ...cast.common, folder: (await cast.agent('owner').post(path, { title: newId() })).folder.id };
}

/** An upload in parts that `owner` has begun. */
export async function newUpload(cast: Cast): Promise<Target> {
  const path = `content/users/${nameOf('owner')}/addItem`;
  const fields = { title: 'Upload', type: 'CSV', multipart: true, filename: `${newId()}.csv` };
  return { ...cast.common, id: (await cast.agent('owner').post(path, fields)).id };
}

/** A new invitation to the home organisation: for whoever has it, for somebody by address, or accepted by a passer-by who waits. */
export async function newInvitation(cast: Cast, kind: string): Promise<Target> {
  const { db } = cast.t.portal;
  const invitationId = newId();
  const waits = kind === 'waiting';
  const account = waits ? `waits.${invitationId.slice(0, 8)}` : null;
  if (account !== null)
    await createAccount(db, { username: account, password: TEST_PASSWORD, email: null, fullName: account, role: 'user', orgId: null });
  await sql`
    insert into organisation_invitation (id, org_id, email, role, must_approve, state, account, created, sent, expires)
    values (${invitationId}, ${cast.t.orgId}, ${kind === 'named' ? `${invitationId}@example.org` : null}, 'user', true,
      ${waits ? 'accepted' : 'pending'}, ${account}, now(), now(), now() + interval '1 day')`.execute(db);
  return { ...cast.common, portal: cast.t.orgId, kind, invitationId };
}
