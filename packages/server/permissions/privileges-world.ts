// Things for the operations of `privileges.table.ts`: one for each word that the table uses, made by their owners with all rights.
import type { Agent } from '../testing/agent.ts';
import { type Cast, copyOf, copyOfGroup, makeItems, nameOf, share } from './cast.ts';
import type { About } from './openings.ts';
import type { Target } from './table.ts';

/** The person whose role is tried. */
export const HOLDER = 'oneRight';

/** What the operations are about; those that an operation uses up are made anew each time. */
export interface PrivilegesWorld {
  target(about: About): Promise<Target>;
}

async function newService(agent: Agent, name: string, capabilities: string): Promise<Target> {
  const created = await agent.post(`content/users/${agent.username}/createService`, { createParameters: { name, capabilities } });
  await agent.post(`/rest/admin/services/Hosted/${name}/FeatureServer/addToDefinition`, {
    addToDefinition: {
      layers: [{ name: 'places', geometryType: 'esriGeometryPoint', fields: [{ name: 'name', type: 'esriFieldTypeString' }] }],
    },
  });
  return { service: name, id: created.itemId, layer: '0' };
}

/** Makes everything but what is used up. The holder owns an item, a layer and two groups. */
export async function makePrivilegesWorld(cast: Cast): Promise<PrivilegesWorld> {
  const [admin, owner, foreign] = [cast.agent('admin'), cast.agent('owner'), cast.agent('outAdmin')];
  const holder = cast.agent(HOLDER);
  await admin.post('portals/self/updateUserRole', { user: nameOf(HOLDER), role: 'org_publisher' });
  const group = async (by: Agent, fields: Record<string, string | boolean>): Promise<Target> => ({
    ...cast.common,
    id: (await by.post('community/createGroup', fields)).group.id,
  });
  const ownGroup = await group(holder, { title: 'Own group' });
  const app = { title: 'App', type: 'Web Mapping Application', url: 'https://example.org/app' };
  const add = async (by: Agent): Promise<string> => (await by.post(`content/users/${by.username}/addItem`, app)).id;
  const ownItem = await add(holder);
  const editable = await newService(owner, 'Editable', 'Query,Create,Update,Delete,Editing');
  const queried = await newService(owner, 'Queried', 'Query');
  const ownLayer = await newService(holder, 'Own_layer', 'Query');
  for (const { id = '' } of [editable, queried]) await share(cast, id, 'public');
  const list = async (terms: object): Promise<Target> => {
    const id = await add(foreign);
    await foreign.post(`content/items/${id}/list`, { listingProperties: { listingAccess: 'public', ...terms } });
    return { itemId: id };
  };
  const bought = await list({ licenseType: 'free', licenseBy: 'user' });
  const { provisionId } = await admin.post(`content/listings/${bought.itemId}/purchase`);
  const hidden = await cast.passerBy();
  const items = await makeItems(cast);
  const colleague = await cast.passerBy();
  await admin.post(`community/users/${hidden}/update`, { access: 'private' });
  await admin.post(`community/users/${colleague}/update`, { access: 'org' });
  const listed = await add(admin);
  await admin.post(`content/items/${listed}/share`, { everyone: true });
  const about: Record<Exclude<About, `new ${string}`>, Target> = {
    home: { ...cast.common, portal: cast.t.orgId },
    'own account': { username: nameOf(HOLDER) },
    'own item': { id: ownItem, group: ownGroup.id ?? '' },
    'own group': ownGroup,
    'hidden member': { username: hidden },
    colleague: { username: colleague },
    member: { ...cast.common, username: await visible(cast) },
    'private item': items.private,
    'item of the organisation': items.org,
    'public item': items.public,
    'private group': { id: cast.groups.private },
    'group of the organisation': { id: cast.groups.org },
    'public group': { id: cast.groups.public },
    'group to join': await group(owner, { title: 'To join', access: 'public', autoJoin: true }),
    'foreign group to join': await group(foreign, { title: 'To join from outside', access: 'public', autoJoin: true }),
    'editable layer': editable,
    'layer that is only queried': queried,
    'own layer': { ...ownLayer, username: nameOf(HOLDER) },
    'app to list': { itemId: listed },
    'listing to buy': await list({ licenseType: 'free' }),
    'listing to try': await list({ licenseType: 'paid', trialSupported: true, trialDuration: 7 }),
    'purchase by user': { portal: cast.t.orgId, provisionId },
  };
  await admin.post('portals/self/updateUserRole', { user: nameOf(HOLDER), role: cast.common.roleId ?? '' });
  return {
    target: async (word) => {
      if (word === 'new public item') return copyOf(cast, items.public);
      if (word === 'new public group') return copyOfGroup(cast, { ...cast.common, id: cast.groups.public });
      if (word === 'new member') return { username: await visible(cast) };
      return about[word];
    },
  };
}

/** Somebody whose profile everybody sees, for a single use. */
async function visible(cast: Cast): Promise<string> {
  const username = await cast.passerBy();
  await cast.agent('admin').post(`community/users/${username}/update`, { access: 'public' });
  return username;
}
