// What may be done with a hosted service, each by a check of its own; and the names that a service may be given.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let itemId: string;
/** The owner, a member of a group that updates the item, another publisher, somebody who edits, somebody who looks, an administrator. */
const PEOPLE = ['petra', 'gina', 'paul', 'dora', 'vera', 'ada'] as const;
const TEXT = 'name,lat,lon\na,1,2\n';

beforeAll(async () => {
  t = await testPortal({
    people: { petra: 'publisher', gina: 'publisher', paul: 'publisher', dora: 'data_editor', vera: 'viewer', ada: 'admin' },
  });
  const petra = t.as('petra');
  const { services } = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters: { name: 'checked' } },
    { file: { name: 'checked.csv', bytes: TEXT } },
  );
  await t.runJobs();
  service = new URL(services[0].serviceurl).pathname;
  itemId = services[0].serviceItemId;
  await define('/0', { hasAttachments: true });
  const { group } = await t
    .as('ada')
    .post('community/createGroup', { title: 'Updaters', access: 'org', capabilities: 'updateitemcontrol' });
  const users = [petra.username, t.as('gina').username].join(',');
  expect(await t.as('ada').post(`community/groups/${group.id}/addUsers`, { users })).toMatchObject({ notAdded: [] });
  const shared = await petra.post(`content/users/${petra.username}/items/${itemId}/share`, {
    org: true,
    groups: group.id,
    confirmItemControl: true,
  });
  expect(shared).toMatchObject({ notSharedWith: [] });
});
afterAll(() => t.close());

async function define(layer: string, updateDefinition: object): Promise<void> {
  const admin = `${service.replace('/rest/services', '/rest/admin/services')}${layer}`;
  expect(await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition })).toMatchObject({ success: true });
}

/** Those for whom the portal does it; it refuses the others because of their rights. */
async function those(action: (who: string) => Promise<AnyReply>): Promise<string[]> {
  const able: string[] = [];
  for (const who of PEOPLE) {
    const { error } = await action(who);
    if (error === undefined) able.push(who);
    else expect([who, error.code]).toEqual([who, 403]);
  }
  return able;
}

async function exported(who: string): Promise<AnyReply> {
  const reply = await t.as(who).raw('GET', `content/items/${itemId}/export`, { f: '', exportFormat: 'csv' });
  return reply.statusCode === 200 ? {} : reply.json();
}

async function overwritten(who: string): Promise<AnyReply> {
  const person = t.as(who);
  const params = { fileType: 'csv', text: TEXT, publishParameters: { name: 'checked' }, overwrite: true };
  const reply = await person.post(`content/users/${person.username}/publish`, params);
  await t.runJobs();
  const [first] = reply.services ?? [reply];
  return first;
}

const edited = async (who: string): Promise<AnyReply> =>
  t.as(who).post(`${service}/0/addFeatures`, { features: [{ attributes: { name: who }, geometry: { x: 1, y: 2 } }] });

const attached = async (who: string): Promise<AnyReply> =>
  t.as(who).upload(`${service}/0/1/addAttachment`, {}, { attachment: { name: 'a.txt', bytes: who, type: 'text/plain' } });

describe('a hosted service', () => {
  it.each([
    { capabilities: 'Query', exports: ['petra', 'gina', 'ada'], edits: ['petra', 'ada'], attaches: ['petra', 'ada'] },
    { capabilities: 'Query,Extract', exports: [...PEOPLE], edits: ['petra', 'ada'], attaches: ['petra', 'ada'] },
    {
      capabilities: 'Query,Create',
      exports: ['petra', 'gina', 'ada'],
      edits: ['petra', 'gina', 'paul', 'dora', 'ada'],
      attaches: ['petra', 'ada'],
    },
    {
      capabilities: 'Query,Update',
      exports: ['petra', 'gina', 'ada'],
      edits: ['petra', 'ada'],
      attaches: ['petra', 'gina', 'paul', 'dora', 'ada'],
    },
    {
      capabilities: 'Query,Editing',
      exports: ['petra', 'gina', 'ada'],
      edits: ['petra', 'gina', 'paul', 'dora', 'ada'],
      attaches: ['petra', 'gina', 'paul', 'dora', 'ada'],
    },
  ])('CO-201 that has $capabilities is exported, edited and given files by those whom each check lets', async (one) => {
    await define('', { capabilities: one.capabilities });
    expect(await those(exported)).toEqual(one.exports);
    expect(await those(edited)).toEqual(one.edits);
    expect(await those(attached)).toEqual(one.attaches);
  });

  it('CO-201 keeps no files where its layer does not, not even for its owner, who edits it all the same', async () => {
    await define('/0', { hasAttachments: false });
    expect((await attached('petra')).error).toMatchObject({ code: 400 });
    expect((await edited('petra')).addResults).toMatchObject([{ success: true }]);
    await define('/0', { hasAttachments: true });
  });

  it('CO-201 is overwritten by its owner and by administrators alone, whatever its capabilities', async () => {
    for (const capabilities of ['Query', 'Query,Editing,Extract']) {
      await define('', { capabilities });
      expect(await those(overwritten)).toEqual(['petra', 'ada']);
    }
    expect(await t.as('vera').get(`${service}/0/query`, { returnCountOnly: true })).toEqual({ count: 1 });
  });

  it('CO-201 that shows people only their own features is exported by those alone who see all of them', async () => {
    const editorTrackingInfo = { enableOwnershipAccessControl: true, allowOthersToQuery: false };
    await define('', { capabilities: 'Query,Extract', editorTrackingInfo });
    expect(await t.as('gina').get(`${service}/0/query`, { returnCountOnly: true })).toEqual({ count: 0 });
    expect(await those(exported)).toEqual(['petra', 'ada']);
    await define('', { editorTrackingInfo: { ...editorTrackingInfo, allowOthersToQuery: true } });
    expect(await those(exported)).toEqual([...PEOPLE]);
  });
});

it('CO-169 whether a name is free is asked with the title in which blanks are underscores, as it is published', async () => {
  const petra = t.as('petra');
  const [title, name] = ['Trees of the city', 'Trees_of_the_city'];
  const ask = (asked: string): Promise<AnyReply> =>
    petra.get('portals/self/isServiceNameAvailable', { name: asked, type: 'Feature Service' });
  const publish = (): Promise<AnyReply> =>
    petra.post(`content/users/${petra.username}/publish`, { fileType: 'csv', text: TEXT, publishParameters: { name, title } });
  // No service can be called by the title itself.
  expect(await ask(title)).toEqual({ available: false });
  expect(await ask(title.replaceAll(' ', '_'))).toEqual({ available: true });
  const { services } = await publish();
  expect(await petra.get(`content/items/${services[0].serviceItemId}`)).toMatchObject({ title, name });
  expect(await ask(title.replaceAll(' ', '_'))).toEqual({ available: false });
  expect((await publish()).error).toMatchObject({ message: `Service name '${name}' is already in use.` });
  await t.runJobs();
});
