// Where refusing is not enough: totals, facets, suggestions, lists, kept copies and the words of errors.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpenPath } from '../src/organisation/gate.ts';
import type { AnyReply } from '../testing/agent.ts';
import { send } from './ask.ts';
import { ALL_BLOCKS } from './blocks.ts';
import { type Cast, ITEM_ACCESS, type ItemAccess, makeCast, makeItems, makeServices, nameOf, picture, share } from './cast.ts';
import { FEATURE_BLOCKS } from './features.table.ts';
import { GROUP_BLOCKS } from './groups.table.ts';
import { ITEM_BLOCKS } from './items.table.ts';
import { NOT_IN_THE_MATRIX } from './not-in-the-matrix.ts';
import { type Block, PEOPLE, type Person, type Target } from './table.ts';

/** The embedded engine takes everything in turn. */
const SLOWLY = 300_000;

let cast: Cast;
let items: Record<ItemAccess, Target>;
let services: Record<ItemAccess, Target>;

beforeAll(async () => {
  cast = await makeCast();
  items = await makeItems(cast);
  services = await makeServices(cast);
  // Everybody sees this group and only its members what is in it.
  await cast.agent('owner').post(`content/items/${items.shared.id}/share`, { groups: cast.groups.public });
  await cast.agent('owner').post(`content/users/${nameOf('owner')}/addItem`, { title: 'Quetzalcoatl plan', type: 'Web Map', text: '{}' });
  // Somebody else's map needs an item of each access.
  for (const access of ITEM_ACCESS) {
    await cast.agent('owner').post(`content/users/${nameOf('owner')}/addRelationship`, {
      originItemId: items[access].id ?? '',
      destinationItemId: cast.common.openItem ?? '',
      relationshipType: 'Map2FeatureCollection',
    });
    await sql`insert into item_relationship (origin_id, destination_id, type)
      values (${cast.common.openItem ?? ''}, ${items[access].id ?? ''}, 'Service2Data')`.execute(cast.t.portal.db);
  }
  await cast.agent('owner').post(`content/groups/${cast.groups.public}/setFeatured`, { items: items.shared.id ?? '' });
}, SLOWLY);
afterAll(() => cast.t.close());

/** The first table of a file says who sees. */
function sees(blocks: readonly Block[], access: string, person: Person): boolean {
  return blocks[0]?.expected[access]?.[person] === '+';
}

/** Words that stand for what a person must not learn of. */
function hiddenFrom(person: Person): string[] {
  const hidden: string[] = [];
  for (const access of ITEM_ACCESS) {
    if (!sees(ITEM_BLOCKS, access, person)) hidden.push(items[access].id ?? '', `The ${access} one`, `tag-${access}`);
    if (!sees(ITEM_BLOCKS, 'private', person)) hidden.push('Quetzalcoatl');
    if (!sees(FEATURE_BLOCKS, access, person)) hidden.push(services[access].id ?? '', `Layer_${access}`);
  }
  for (const [access, title] of [
    ['private', 'Private group'],
    ['org', 'Group of the organisation'],
  ] as const) {
    if (!sees(GROUP_BLOCKS, access, person)) hidden.push(cast.groups[access], title);
  }
  return hidden;
}

/** Everything that lists things, whoever they belong to. */
function lists(): [string, Record<string, string | number | boolean>][] {
  const owner = nameOf('owner');
  const open = cast.common.openItem ?? '';
  return [
    ['search', { q: 'one', num: 100, countFields: 'tags,owner,access' }],
    ['search', { q: 'title:on*', num: 100, sortField: 'modified' }],
    // Misspelt on purpose: what was meant is looked up among the words of all titles.
    ['search', { q: 'oen', num: 100 }],
    ['search', { q: 'quetzelcoatl', num: 100 }],
    ['search/suggest', { text: 'quetzelcoatl' }],
    ['search', { q: `owner:${owner}`, num: 100, countFields: 'tags,type,typekeywords' }],
    ['search', { q: `orgid:${cast.t.orgId}`, num: 100, filter: 'type:"Web Map"' }],
    ['search', { q: `group:${cast.groups.readers}`, num: 100 }],
    ['search', { q: `group:${cast.groups.public}`, num: 100 }],
    ['search', { q: 'access:private OR access:shared OR access:org', num: 100 }],
    ['search', { bbox: '-180,-90,180,90', num: 100 }],
    ['search', { q: 'title:one', cursor: '*', num: 100, countFields: 'tags' }],
    ['search/suggest', { text: 'the' }],
    ['search/suggest', { text: 'layre' }],
    ['search/suggest', { text: 'group' }],
    [`content/users/${owner}`, { num: 100 }],
    [`content/users/${owner}/search`, { q: 'one', num: 100 }],
    [`community/users/${owner}`, {}],
    [`community/users/${owner}/tags`, {}],
    ['community/groups', { q: 'group', num: 100 }],
    ['community/groups', { q: `owner:${owner}`, num: 100 }],
    ['community/users', { q: owner, num: 100 }],
    [`content/groups/${cast.groups.readers}`, { num: 100 }],
    [`content/groups/${cast.groups.public}`, { num: 100 }],
    [`content/groups/${cast.groups.public}/search`, { q: 'one', countFields: 'tags' }],
    [`content/items/${open}/relatedItems`, { relationshipType: 'Map2Service', direction: 'reverse', num: 100 }],
    [`content/items/${open}/relatedItems`, { relationshipType: 'Map2FeatureCollection', direction: 'reverse', num: 100 }],
    [`content/items/${open}/sources`, { num: 100 }],
    [`content/items/${open}/dependencies/listDependentsTo`, { num: 100 }],
    [`content/groups/${cast.groups.public}/featured`, {}],
    [`content/items/${open}/groups`, {}],
    [`content/items/${items.public.id}/groups`, {}],
    ['content/dependents', { items: open }],
    ['content/listings', { num: 100 }],
    ['/rest/services', {}],
    ['/rest/services/Hosted', {}],
    [`portals/${cast.t.orgId}/users`, { num: 100 }],
    [`community/users/${owner}/notifications`, {}],
  ];
}

describe.each(PEOPLE)('the lists that %s may ask for', (person) => {
  it('hold no id, title, tag or name of what this person does not see', async () => {
    const words = hiddenFrom(person);
    for (const [path, params] of lists()) {
      const body = (await cast.agent(person).raw('GET', path, params)).body.toLowerCase();
      const asked = JSON.stringify(params);
      const found = words.filter((word) => body.includes(word.toLowerCase()) && !asked.includes(word) && !path.includes(word));
      expect([path, asked, found]).toEqual([path, asked, []]);
    }
  });

  it('have totals and facets that count only what this person sees', async () => {
    const seen = ITEM_ACCESS.filter((access) => sees(ITEM_BLOCKS, access, person));
    const agent = cast.agent(person);
    const found = await agent.get('search', { q: 'title:one', num: 0, countFields: 'tags' });
    expect(found.total).toBe(seen.length);
    const facet: { value: string }[] = found.aggregations.counts[0].fieldValues;
    expect(facet.map((each) => each.value).sort()).toEqual(seen.map((access) => `tag-${access}`).sort());
    const related = await agent.get(`content/items/${cast.common.openItem}/relatedItems`, {
      relationshipType: 'Map2Service',
      direction: 'reverse',
    });
    expect(related.total).toBe(seen.length);
    for (const access of ITEM_ACCESS) {
      expect((await agent.get('search', { q: `id:${items[access].id}` })).total).toBe(seen.includes(access) ? 1 : 0);
      expect((await agent.get('search', { q: `tags:"tag-${access}"` })).total).toBe(seen.includes(access) ? 1 : 0);
    }
    expect((await agent.get('search', { q: 'title:one', cursor: '*', num: 0 })).total).toBe(seen.length);
    const group = await agent.get(`content/groups/${cast.groups.public}`);
    expect(group.total).toBe(seen.includes('shared') ? 1 : 0);
  });
});

describe('refusals', () => {
  it('are the same for every item that somebody may not see, and tell nothing of it', async () => {
    const words = new Set<string>();
    const { id: foreign } = await cast.agent('outsider').post(`content/users/${nameOf('outsider')}/addItem`, {
      title: 'Elsewhere',
      type: 'CSV',
      text: 'a,b',
    });
    for (const id of [items.private.id, items.shared.id, services.private.id, foreign]) {
      for (const path of ['', '/data', '/comments', '/resources', '/ratings', '/groups', '/resources/a.txt', '/info/thumbnail/t.png']) {
        words.add((await cast.agent('user').raw('GET', `content/items/${id}${path}`)).body);
      }
      words.add((await cast.agent('user').raw('POST', `content/items/${id}/addComment`, { comment: 'x' })).body);
      words.add((await cast.agent('user').raw('POST', `content/users/${nameOf('owner')}/items/${id}/delete`)).body);
    }
    expect([...words]).toHaveLength(1);
    expect(JSON.parse([...words][0] ?? '').error).toEqual({
      code: 403,
      messageCode: 'GWM_0003',
      message: 'You do not have permissions to access this resource or perform this operation.',
      details: [],
    });
  });

  it('are the same for an id that never was, one that is malformed and an item that was deleted', async () => {
    const { id } = await cast
      .agent('owner')
      .post(`content/users/${nameOf('owner')}/addItem`, { title: 'Gone', type: 'Web Map', text: '{}' });
    await cast.agent('owner').post(`content/users/${nameOf('owner')}/items/${id}/delete`, { permanentDelete: true });
    const bodies = new Set<string>();
    for (const each of [id, '0'.repeat(32), 'nonsense']) bodies.add((await cast.agent('user').raw('GET', `content/items/${each}`)).body);
    expect(bodies.size).toBe(1);
  });

  it('do not show whether a person of another organisation, or with a private profile, is there', async () => {
    for (const path of ['', '/tags', '/info/thumbnail.png']) {
      const ask = async (name: string) => (await cast.agent('outsider').raw('GET', `community/users/${name}${path}`)).body;
      expect(await ask(nameOf('member'))).toBe(await ask('nobody.at.all'));
    }
    const content = async (name: string) => (await cast.agent('outsider').raw('GET', `content/users/${name}`)).body;
    expect(await content(nameOf('member'))).toBe(await content('nobody.at.all'));
  });

  it('tell nobody but the person how much room is left', async () => {
    const owner = cast.agent('owner');
    const { id } = items.updatable;
    await cast.agent('admin').post(`community/users/${nameOf('owner')}/update`, { storageQuota: 1 });
    const update = (by: Person) =>
      cast.agent(by).post(`content/users/${nameOf('owner')}/items/${id}/update`, { text: JSON.stringify({ long: 'x'.repeat(500) }) });
    expect((await update('updater')).error.message).toContain('the owner of the item has no room for this');
    expect((await update('owner')).error.message).toContain('KB are free');
    const attach = await cast
      .agent('user')
      .upload(
        '/rest/services/Hosted/Layer_public/FeatureServer/0/1/addAttachment',
        {},
        { attachment: { name: 'a.txt', bytes: 'x'.repeat(500), type: 'text/plain' } },
      );
    expect(JSON.stringify(attach)).not.toMatch(/\d+ KB/);
    await cast.agent('admin').post(`community/users/${nameOf('owner')}/update`, { storageQuota: 10_000_000 });
    expect((await owner.get('community/self')).username).toBe(nameOf('owner'));
  });

  it('do not tell of jobs of other items, whoever knows their id', async () => {
    const owner = nameOf('owner');
    const { jobId } = await cast.agent('owner').post(`content/users/${owner}/export`, {
      itemId: services.private.id ?? '',
      exportFormat: 'CSV',
      exportParameters: { layers: [{ id: 0 }] },
      title: 'Secret export',
    });
    const mine = await cast
      .agent('publisher')
      .post(`content/users/${nameOf('publisher')}/addItem`, { title: 'M', type: 'Web Map', text: '{}' });
    const told = async (job: string): Promise<unknown> => {
      const reply = await cast.agent('publisher').get(`content/users/${nameOf('publisher')}/items/${mine.id}/status`, { jobId: job });
      return JSON.parse(JSON.stringify(reply).replaceAll(job, 'id'));
    };
    const ofNothing = await told('0123456789abcdef0123456789abcdef');
    expect(ofNothing).toMatchObject({ error: { code: 400, message: "The job 'id' does not exist." } });
    // The same while it waits and when it is done.
    expect(await told(jobId)).toEqual(ofNothing);
    await cast.t.runJobs();
    expect(await told(jobId)).toEqual(ofNothing);
  });
});

describe('kept copies', () => {
  it('are not confirmed to those who no longer see what they are of', async () => {
    const owner = cast.agent('owner');
    const path = `content/users/${nameOf('owner')}`;
    const { id } = await owner.post(`${path}/addItem`, { title: 'Once open', type: 'Web Map', text: '{"a":1}' });
    await owner.upload(`${path}/items/${id}/update`, {}, { thumbnail: { name: 't.png', bytes: await picture(), type: 'image/png' } });
    await share(cast, id, 'public');
    const { service = '' } = services.public;
    const tile = `/rest/services/Hosted/${service}/FeatureServer/0/tiles/0/0/0`;
    const addresses = [`content/items/${id}/data`, `content/items/${id}/info/thumbnail/t.png`, tile];
    const tags: string[] = [];
    for (const address of addresses) {
      const first = await cast.t.stranger.raw('GET', address, { f: '' });
      expect([address, first.statusCode]).toEqual([address, 200]);
      const etag = String(first.headers.etag ?? '');
      tags.push(etag);
      expect((await cast.t.stranger.raw('GET', address, { f: '' }, { 'if-none-match': etag })).statusCode).toBe(304);
    }
    await owner.post(`${path}/items/${id}/share`, { everyone: false });
    await owner.post(`${path}/items/${services.public.id}/share`, { everyone: false });
    for (const [index, address] of addresses.entries()) {
      const again = await cast.t.stranger.raw('GET', address, { f: '' }, { 'if-none-match': tags[index] ?? '' });
      expect([address, again.statusCode]).toEqual([address, 403]);
      const mine = await owner.raw('GET', address, { f: '' });
      expect([address, /public|s-maxage/.test(String(mine.headers['cache-control']))]).toEqual([address, false]);
    }
    await share(cast, services.public.id ?? '', 'public');
  });

  it('are not made of answers that depend on who asks', async () => {
    for (const path of [`content/items/${items.public.id}`, 'search?q=one', 'portals/self', `community/users/${nameOf('owner')}`]) {
      expect((await cast.agent('owner').raw('GET', path)).headers['cache-control']).toBe('no-store');
    }
  });
});

describe('what people are told', () => {
  it('is of their own groups and invitations only', async () => {
    const told = async (person: Person): Promise<AnyReply[]> =>
      person === 'anon' ? [] : (await cast.agent(person).get(`community/users/${cast.agent(person).username}/notifications`)).notifications;
    await cast.agent('owner').post(`community/groups/${cast.groups.private}/invite`, { users: nameOf('outsider') });
    await cast.agent('viewer').post(`community/groups/${cast.groups.org}/join`, { comments: 'please' });
    const ofGroup = async (person: Person, group: string) => (await told(person)).filter((each) => each.data.groupId === group).length;
    for (const person of PEOPLE) {
      const mayKnow = person === 'outsider' || person === 'member' || person === 'manager';
      expect([person, (await ofGroup(person, cast.groups.private)) > 0]).toEqual([person, mayKnow]);
      const manages = person === 'owner' || person === 'manager' || person === 'member';
      expect([person, (await ofGroup(person, cast.groups.org)) > 0]).toEqual([person, manages]);
    }
    const [invitation] = (await cast.agent('outsider').get(`community/users/${nameOf('outsider')}/invitations`)).userInvitations;
    expect(invitation.group).toMatchObject({ id: cast.groups.private, title: 'Private group' });
    expect((await cast.agent('outsider').get(`community/groups/${cast.groups.private}`)).error.code).toBe(403);
  });

  it('about people of other organisations is not found by what only administrators search', async () => {
    await cast.agent('owner').post(`community/users/${nameOf('owner')}/update`, { access: 'public' });
    await sql`update account set last_login = now(), email = 'secret@example.org' where username = ${nameOf('owner')}`.execute(
      cast.t.portal.db,
    );
    const find = async (person: Person, q: string): Promise<number> => (await cast.agent(person).get('community/users', { q })).total ?? 0;
    for (const q of ['email:secret@example.org', 'lastlogin:[1000000000000 TO 9999999999999]', 'disabled:false', 'role:org_publisher']) {
      const query = `username:${nameOf('owner')} AND ${q}`;
      expect([q, await find('admin', query), await find('outAdmin', query), await find('anon', query)]).toEqual([q, 1, 0, 0]);
    }
    await cast.agent('owner').post(`community/users/${nameOf('owner')}/update`, { access: 'org' });
  });
});

describe('a private organisation', () => {
  it('answers visitors of its address nothing but what a sign-in page needs', async () => {
    const { agent } = cast;
    await agent('outAdmin').post('portals/self/update', { access: 'private' });
    const target: Target = {
      ...cast.common,
      id: items.public.id ?? '',
      service: 'Layer_public',
      attachment: '1',
      commentId: items.public.commentId ?? '',
    };
    const known = {
      '*': 'a.txt',
      z: '0',
      x: '0',
      y: '0',
      file: 't.png',
      upload: '0',
      job: '0',
      notificationId: '0',
      invitationId: '0',
      savedSearchId: '0',
      replica: '0',
    };
    const endpoints = new Set([
      ...ALL_BLOCKS.flatMap((block) => block.calls.map((call) => call.endpoint)),
      ...[...NOT_IN_THE_MATRIX.values()].flat(),
    ]);
    let closed = 0;
    for (const endpoint of endpoints) {
      if (isOpenPath(endpoint.path)) continue;
      const values = { itemId: items.public.id ?? '', provisionId: '0', ...target, ...known };
      const reply = await send(agent('anon'), { endpoint, host: 'other.localhost' }, values);
      expect([endpoint.path, JSON.parse(reply.body || '{}').error?.code]).toEqual([endpoint.path, 499]);
      closed++;
    }
    expect(closed).toBeGreaterThan(200);
    await agent('outAdmin').post('portals/self/update', { access: 'public' });
  });
});
