// An organisation with one of everything that can belong to one, each text of it marked, and the ids of it all.
import { sql } from 'kysely';
import { createAccount, issueToken } from '../src/identity/index.ts';
import { Agent, type AnyReply } from '../testing/agent.ts';
import { TEST_PASSWORD, type TestPortal } from '../testing/test-portal.ts';
import { picture } from './cast.ts';

/** An organisation and what belongs to it. */
export interface Estate {
  orgId: string;
  /** Stands in every text that only its members may read, and in no request. */
  secret: string;
  admin: Agent;
  owner: Agent;
  /** What its things are called, by the kinds that paths and parameters name. */
  names: Readonly<Record<Kind, readonly string[]>>;
}

/** Kinds of things that requests name. */
export type Kind =
  | 'item'
  | 'group'
  | 'username'
  | 'folder'
  | 'service'
  | 'attachment'
  | 'serviceUpload'
  | 'replica'
  | 'loadJob'
  | 'serviceJob'
  | 'exportJob'
  | 'comment'
  | 'groupInvitation'
  | 'organisationInvitation'
  | 'notification'
  | 'savedSearch'
  | 'client'
  | 'role'
  | 'resource'
  | 'itemFile'
  | 'portal'
  | 'provision';

const FIELDS = [
  { name: 'name', type: 'esriFieldTypeString', length: 200 },
  { name: 'code', type: 'esriFieldTypeInteger' },
];

/** Asks for something that has to succeed. */
async function done(reply: Promise<AnyReply>): Promise<AnyReply> {
  const answer = await reply;
  if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
  return answer;
}

/** Somebody new, who is signed in. */
export async function settle(t: TestPortal, username: string, role: string, orgId: string, fullName = username): Promise<Agent> {
  await createAccount(t.portal.db, {
    username,
    password: TEST_PASSWORD,
    email: `${fullName.replaceAll(' ', '.')}@example.org`,
    fullName,
    role,
    orgId,
  });
  return new Agent(t.app, username, (await issueToken(t.portal, { username, token_epoch: 0 }, 60)).token);
}

/** An organisation beside the home one. */
export async function found(t: TestPortal, operator: Agent, key: string): Promise<{ orgId: string; admin: Agent }> {
  const username = `${key}.admin`;
  const made = await done(
    operator.post('portals/createOrganization', {
      name: `Org ${key}`,
      urlKey: key,
      username,
      password: TEST_PASSWORD,
      email: `${username}@example.org`,
      fullName: username,
    }),
  );
  const { token } = await issueToken(t.portal, { username, token_epoch: 0 }, 60);
  return { orgId: made.id, admin: new Agent(t.app, username, token) };
}

/** Fills an organisation; `key` makes its names different from those of others. */
export async function makeEstate(t: TestPortal, org: { orgId: string; admin: Agent }, key: string, shop: Agent): Promise<Estate> {
  const secret = `secret${key}`;
  const { orgId, admin } = org;
  const owner = await settle(t, `${key}.owner`, 'publisher', orgId, `${secret} owner`);
  const guest = await settle(t, `${key}.guest`, 'user', orgId, `${secret} guest`);
  const content = await makeContent(t, owner, secret);
  const service = await makeService(t, owner, key, secret);
  const community = await makeCommunity(t, { admin, owner, guest }, secret, orgId);
  const { id: view } = await makeView(owner, key, service.name);
  const comment = await done(owner.post(`content/items/${content.map}/addComment`, { comment: `${secret} comment` }));
  const listed = await done(
    shop.post('content/users/shop.owner/addItem', { title: `Offer for ${key}`, type: 'Web Map', text: '{}' }).then(async (item) => {
      await done(shop.post(`content/items/${item.id}/list`, { listingProperties: { listingAccess: 'public' } }));
      return item;
    }),
  );
  await done(owner.post(`content/items/${content.map}/share`, { groups: community.group }));
  await done(owner.post(`content/groups/${community.group}/setFeatured`, { items: content.map }));
  await done(admin.post('portals/self/update', { name: `${secret} organisation`, access: 'private' }));
  const bought = await done(admin.post(`content/listings/${listed.id}/purchase`));
  return {
    orgId,
    secret,
    admin,
    owner,
    names: {
      item: [content.map, content.file, service.item, view, content.collection, content.binned, content.parts, content.app],
      group: [community.group],
      username: [owner.username ?? ''],
      folder: [content.folder],
      service: [service.name, `${key}_view`].map(service.full),
      attachment: [service.attachment],
      serviceUpload: [service.upload, service.parts],
      replica: [service.replica],
      loadJob: [service.loadJob],
      serviceJob: [service.serviceJob],
      exportJob: [service.exportJob],
      comment: [comment.commentId],
      groupInvitation: [community.groupInvitation],
      organisationInvitation: [community.invitation],
      notification: [community.notification],
      savedSearch: [community.savedSearch],
      client: [content.client],
      role: [community.role],
      resource: [`${key}-kept.txt`],
      itemFile: ['a.txt', 'thumbnail/t.png', 'notes.txt'],
      portal: [orgId],
      provision: [bought.provisionId ?? bought.id],
    },
  };
}

async function makeContent(t: TestPortal, owner: Agent, secret: string) {
  const path = `content/users/${owner.username}`;
  const add = async (more: object): Promise<string> => {
    const fields = { title: `${secret} title`, snippet: `${secret} snippet`, description: `${secret} text`, tags: `${secret}tag` };
    return (await done(owner.post(`${path}/addItem`, { ...fields, ...more }))).id;
  };
  const file = { name: `${secret}.csv`, bytes: `name,lat,lon\n${secret} row,1,2\n`, type: 'text/csv' };
  const folder = (await done(owner.post(`${path}/createFolder`, { title: `${secret} folder` }))).folder.id;
  const map = await add({ type: 'Web Map', text: JSON.stringify({ operationalLayers: [], note: secret }) });
  const ofMap = `${path}/items/${map}`;
  await done(owner.upload(`${ofMap}/update`, {}, { thumbnail: { name: 't.png', bytes: await picture(), type: 'image/png' } }));
  await done(owner.post(`${ofMap}/addResources`, { fileName: 'a.txt', text: `${secret} resource` }));
  await done(owner.upload(`${ofMap}/updateInfo`, {}, { file: { name: 'notes.txt', bytes: `${secret} info`, type: 'text/plain' } }));
  const uploaded = (await done(owner.upload(`${path}/addItem`, { title: `${secret} file`, type: 'CSV' }, { file }))).id;
  const collection = await add({
    type: 'Feature Collection',
    text: JSON.stringify({ layers: [{ featureSet: { features: [{ attributes: { name: secret } }] } }] }),
  });
  const app = await add({ type: 'Web Mapping Application', url: `https://${secret}.example.org` });
  const back = [`https://${secret}.example.org/back`];
  const client = (await done(owner.post('oauth2/registerApp', { itemId: app, appType: 'browser', redirect_uris: back }))).client_id;
  const binned = await add({ type: 'Web Map', text: JSON.stringify({ note: secret }) });
  await done(owner.post(`${path}/items/${binned}/delete`));
  const parts = await add({ type: 'CSV', multipart: true, filename: `${secret}-parts.csv` });
  await done(owner.upload(`${path}/items/${parts}/addPart?partNum=1`, {}, { file: { name: 'part', bytes: `${secret},part\n` } }));
  await done(
    owner.post(`${path}/addRelationship`, { originItemId: map, destinationItemId: collection, relationshipType: 'Map2FeatureCollection' }),
  );
  await t.runJobs();
  return { map, file: uploaded, collection, app, client, binned, parts, folder };
}

async function makeService(t: TestPortal, owner: Agent, key: string, secret: string) {
  const user = `content/users/${owner.username}`;
  const name = `${key}_trees`;
  const capabilities = 'Query,Create,Update,Delete,Editing,Sync,ChangeTracking,Extract';
  const made = await done(owner.post(`${user}/createService`, { createParameters: { name, capabilities, serviceDescription: secret } }));
  const path = new URL(made.serviceurl).pathname;
  const admin = path.replace('/rest/services', '/rest/admin/services');
  const drawingInfo = { renderer: { type: 'uniqueValue', field1: 'name', uniqueValueInfos: [{ value: `${secret} value` }] } };
  const layer = { name: `${secret} layer`, geometryType: 'esriGeometryPoint', hasAttachments: true, fields: FIELDS, drawingInfo };
  const added = await done(owner.post(`${admin}/addToDefinition`, { addToDefinition: { layers: [layer] }, async: true }));
  await t.runJobs();
  const feature = { attributes: { name: `${secret} tree`, code: 1 }, geometry: { x: 1, y: 1 } };
  await done(owner.post(`${path}/0/addFeatures`, { features: [feature, feature] }));
  const attach = { attachment: { name: `${secret}.txt`, bytes: `${secret} bytes`, type: 'text/plain' } };
  const attached = await done(owner.upload(`${path}/0/1/addAttachment`, {}, attach));
  const replica = await done(owner.post(`${path}/createReplica`, { replicaName: `${secret} copy`, layers: '0', syncModel: 'perLayer' }));
  const file = { name: `${secret}.csv`, bytes: `name,code,lat,lon\n${secret} more,2,1,1\n`, type: 'text/csv' };
  const upload = await done(owner.upload(`${path}/uploads/upload`, {}, { file }));
  const parts = await done(owner.post(`${path}/uploads/register`, { itemName: `${secret}-parts.csv` }));
  await done(owner.upload(`${path}/uploads/${parts.item.itemID}/uploadPart`, { partId: 1 }, { partFile: { name: 'p', bytes: secret } }));
  const load = await done(owner.upload(`${path}/uploads/upload`, {}, { file }));
  const started = await done(owner.post(`${path}/0/append`, { appendUploadId: load.item.itemID, appendUploadFormat: 'csv' }));
  const exported = await done(
    owner.post(`${user}/export`, {
      itemId: made.itemId,
      exportFormat: 'CSV',
      exportParameters: { layers: [{ id: 0 }] },
      title: `${secret} export`,
    }),
  );
  await t.runJobs();
  return {
    item: made.itemId as string,
    name,
    full: (short: string): string => (path.split('/').at(-2) ?? '').replace(name, short),
    attachment: String(attached.addAttachmentResult.objectId),
    replica: replica.replicaID as string,
    upload: upload.item.itemID as string,
    parts: parts.item.itemID as string,
    loadJob: new URL(started.statusUrl).pathname.split('/').at(-1) ?? '',
    serviceJob: new URL(added.statusURL ?? added.statusUrl).pathname.split('/').at(-1) ?? '',
    exportJob: exported.jobId as string,
  };
}

async function makeView(owner: Agent, key: string, source: string): Promise<{ id: string }> {
  const user = `content/users/${owner.username}`;
  const made = await done(owner.post(`${user}/createService`, { createParameters: { name: `${key}_view` }, isView: true }));
  const path = new URL(made.serviceurl).pathname;
  const sourceServiceName = (path.split('/').at(-2) ?? '').replace(`${key}_view`, source);
  const definition = { layers: [{ name: 'seen', adminLayerInfo: { viewLayerDefinition: { sourceServiceName, sourceLayerId: 0 } } }] };
  await done(owner.post(`${path.replace('/rest/services', '/rest/admin/services')}/addToDefinition`, { addToDefinition: definition }));
  return { id: made.itemId };
}

async function makeCommunity(t: TestPortal, people: { admin: Agent; owner: Agent; guest: Agent }, secret: string, orgId: string) {
  const { admin, owner, guest } = people;
  const self = `community/users/${owner.username}`;
  const { group } = await done(owner.post('community/createGroup', { title: `${secret} group`, description: secret, access: 'org' }));
  await done(guest.post(`community/groups/${group.id}/join`, { comments: `${secret} please` }));
  await done(owner.post(`community/groups/${group.id}/invite`, { users: admin.username ?? '', role: 'group_member' }));
  const invited = await sql<{ id: string }>`select id from group_invitation where group_id = ${group.id}`.execute(t.portal.db);
  const told = await sql<{ id: string }>`select id from notification where target = ${owner.username}`.execute(t.portal.db);
  const saved = await done(owner.post(`${self}/savedSearches/add`, { name: `${secret} search`, query: `${secret} words` }));
  await done(owner.post(`${self}/setProperties`, { properties: { note: `${secret} setting` } }));
  const role = (await done(admin.post('portals/self/createRole', { name: `${secret} role`, description: secret }))).id;
  await done(
    admin.post('portals/self/addResource', { key: `${secret.replace('secret', '')}-kept.txt`, text: `${secret} kept`, access: 'private' }),
  );
  await done(admin.post('portals/self/inviteByEmail', { emails: `${secret}@example.org`, message: secret, role: 'user' }));
  const invitations = await sql<{ id: string }>`select id from organisation_invitation where org_id = ${orgId}`.execute(t.portal.db);
  return {
    group: group.id as string,
    groupInvitation: invited.rows[0]?.id ?? '',
    notification: told.rows[0]?.id ?? '',
    savedSearch: saved.savedSearch.id as string,
    role: role as string,
    invitation: invitations.rows[0]?.id ?? '',
  };
}
