// The order of what is found, misspelt words, counts of values: measured by what a person would see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const ids: Record<string, string> = {};

async function add(name: string, fields: Record<string, string>, access?: 'public' | 'org', person = 'author1'): Promise<void> {
  ids[name] = (await t.as(person).post(`content/users/${person}/addItem`, { type: 'Web Map', ...fields })).id;
  if (access !== undefined)
    await t.as(person).post(`content/users/${person}/items/${ids[name]}/share`, { everyone: access === 'public', org: access === 'org' });
}

async function names(q: string, person = 'author1', more: Record<string, string> = {}): Promise<(string | undefined)[]> {
  const reply = await t.as(person).get('search', { q, num: 100, ...more });
  expect(reply.error).toBeUndefined();
  return reply.results.map((item: { id: string }) => Object.keys(ids).find((name) => ids[name] === item.id));
}

const mark = (person: string, name: string, contentStatus: string) =>
  t
    .as(person)
    .post(
      `content/users/author1/items/${ids[name]}/update`,
      contentStatus === '' ? { contentStatus, clearEmptyFields: 'true' } : { contentStatus },
    );

beforeAll(async () => {
  t = await testPortal({ people: { author1: 'publisher', reader1: 'user', admin1: 'admin' } });
  await add('inDescription', { title: 'Annual report', description: 'It tells about glaciers among other things' }, 'public');
  await add('inSnippet', { title: 'Ice and snow', snippet: 'Of glaciers and more' }, 'public');
  await add('inTags', { title: 'Cold places', tags: 'glaciers' }, 'public');
  await add('inTitle', { title: 'Glaciers of the Alps' }, 'public');
  for (const name of ['first', 'second', 'third']) await add(name, { title: `Harbour plan ${name}`, tags: 'harbour' }, 'public');
  await add('secret', { title: 'Glaciers secret', tags: 'confidential' });
});
afterAll(() => t.close());

describe('relevance', () => {
  it('prefers words of the title to tags, tags to the snippet, the snippet to the description', async () => {
    expect((await names('glacier')).filter((name) => name !== 'secret')).toEqual(['inTitle', 'inTags', 'inSnippet', 'inDescription']);
  });

  it('gives words of one field only where they stand in it', async () => {
    expect(await names('snippet:glaciers')).toEqual(['inSnippet']);
    expect(await names('description:glacier')).toEqual(['inDescription']);
    expect(await names('description:"among other"')).toEqual(['inDescription']);
    expect(await names('description:amo*')).toEqual(['inDescription']);
    expect(await names('description:web')).toEqual([]);
    expect((await names('description:glacier OR title:glacier')).sort()).toEqual(['inDescription', 'inTitle', 'secret']);
    expect((await names('glacier -snippet:glacier -title:glacier')).sort()).toEqual(['inDescription', 'inTags']);
  });

  it('compares whole titles where they are filtered, and words where they are searched', async () => {
    const filtered = async (filter: string) => {
      const reply = await t.as('reader1').get('search', { filter, num: 100 });
      expect(reply.error).toBeUndefined();
      return reply.results.map((item: { title: string }) => item.title).sort();
    };
    expect((await names('title:"harbour plan"', 'reader1')).sort()).toEqual(['first', 'second', 'third']);
    expect(await filtered('title:"Harbour plan"')).toEqual([]);
    expect(await filtered('title:"harbour PLAN first"')).toEqual(['Harbour plan first']);
    expect(await filtered('title:"plan harbour first"')).toEqual([]);
    expect(await filtered('title:("Harbour plan first" OR "Harbour plan third" OR "plan")')).toEqual([
      'Harbour plan first',
      'Harbour plan third',
    ]);
    expect(await filtered('tags:harbour AND -title:"Harbour plan second"')).toEqual(['Harbour plan first', 'Harbour plan third']);
    expect(await filtered('title:"Glaciers secret"')).toEqual([]);
    expect(await filtered('title:Harb*')).toEqual(['Harbour plan first', 'Harbour plan second', 'Harbour plan third']);
    const groups = async (filter: string) => (await t.as('author1').get('community/groups', { filter })).results.length;
    await t.as('author1').post('community/createGroup', { title: 'Friends of the ports', access: 'public', tags: 'ports' });
    expect([await groups('title:"friends of the ports"'), await groups('title:"ports"'), await groups('tags:"ports"')]).toEqual([1, 0, 1]);
  });

  it('obeys a boost', async () => {
    expect((await names('snow^50 OR alps'))[0]).toBe('inSnippet');
    expect((await names('snow OR alps^50'))[0]).toBe('inTitle');
  });
});

describe('marks', () => {
  it('of administrators move an item to the top, a deprecated one goes to the end, and both can be asked for', async () => {
    const before = await names('harbour');
    const [top, middle, last] = before;
    if (top === undefined || middle === undefined || last === undefined) throw new Error('Three were added.');
    expect((await mark('admin1', last, 'org_authoritative')).success).toBe(true);
    expect((await mark('author1', top, 'deprecated')).success).toBe(true);
    expect(await names('harbour')).toEqual([last, middle, top]);
    expect(await names('harbour contentstatus:org_authoritative')).toEqual([last]);
    expect(await names('harbour -contentstatus:deprecated')).toEqual([last, middle]);
    expect(await names('harbour', 'reader1', { filter: 'contentstatus:"deprecated"' })).toEqual([top]);
    const { aggregations } = await t.as('reader1').get('search', { q: 'harbour', countFields: 'contentstatus' });
    expect(aggregations.counts[0].fieldValues).toEqual([
      { value: 'deprecated', count: 1 },
      { value: 'org_authoritative', count: 1 },
    ]);
    expect((await mark('author1', top, '')).success).toBe(true);
    expect((await mark('admin1', last, '')).success).toBe(true);
    expect(await names('harbour')).toEqual(expect.arrayContaining(before));
  });

  it('are refused to those who may not set them, and when there is no such mark', async () => {
    expect((await mark('author1', 'first', 'org_authoritative')).error.code).toBe(403);
    expect((await mark('reader1', 'first', 'deprecated')).error.code).toBe(403);
    expect((await mark('author1', 'first', 'excellent')).error.message).toContain('org_authoritative, public_authoritative, deprecated');
    await mark('admin1', 'first', 'public_authoritative');
    expect((await mark('author1', 'first', '')).error.code).toBe(403);
    const added = await t
      .as('author1')
      .post('content/users/author1/addItem', { type: 'CSV', title: 'x', contentStatus: 'org_authoritative' });
    expect(added.error.code).toBe(403);
  });
});

describe('misspelt words', () => {
  it.each([
    ['glaciars', 'inTitle'],
    ['glcaier', 'inTitle'],
    ['harbuor plan', 'first'],
    ['title:harbor', 'first'],
    ['hrabours', 'first'],
    ['galciars', 'inTitle'],
    ['harrbuor', 'first'],
  ])('%s', async (q, expected) => {
    expect(await names(q, 'reader1')).toContain(expected);
  });

  it('are not guessed in phrases, ids, types and short words, nor when something was found', async () => {
    for (const q of ['"glaciars"', 'owner:autor1', 'type:"Web Mapp"', 'alq']) expect(await names(q, 'reader1')).toEqual([]);
    expect(await names('plan second', 'reader1')).toEqual(['second']);
  });
});

describe('what others must not learn', () => {
  it('stays out of totals, counts, suggestions and guesses', async () => {
    const reply = await t.as('reader1').get('search', { q: 'glacier', countFields: 'tags,access,owner' });
    expect(reply.total).toBe(4);
    expect(JSON.stringify(reply.aggregations)).not.toContain('confidential');
    expect(reply.aggregations.counts[1].fieldValues).toEqual([{ value: 'public', count: 4 }]);
    expect(JSON.stringify(await t.as('reader1').get('search/suggest', { text: 'glac' }))).not.toContain('secret');
    expect((await t.as('reader1').get('search/suggest', { text: 'confident' })).suggestions).toEqual([]);
    // The words of the catalogue know "confidential"; the guess still finds only what may be seen.
    expect((await t.as('reader1').get('search', { q: 'confidentiel' })).total).toBe(0);
    expect((await t.as('author1').get('search', { q: 'confidentiel' })).total).toBe(1);
  });
});

it('suggests titles by the beginnings of words, in any order, and forgives a slip', async () => {
  const titles = async (text: string): Promise<string[]> =>
    (await t.as('reader1').get('search/suggest', { text })).suggestions.map((found: { title: string }) => found.title);
  expect(await titles('alp gla')).toEqual(['Glaciers of the Alps']);
  expect(await titles('glacirs')).toEqual(['Glaciers of the Alps']);
  expect((await titles('har')).length).toBe(3);
});

it('finds items by category and its beginnings', async () => {
  await t.as('author1').post(`content/users/author1/items/${ids.inTitle}/update`, { categories: '/Categories/Water/Ice' });
  const total = async (params: Record<string, string>): Promise<number> => (await t.stranger.get('search', params)).total;
  expect(await total({ categories: '/categories/water' })).toBe(1);
  expect(await total({ categories: '/Categories/Water/Ice/' })).toBe(1);
  expect(await total({ categories: '/Categories/Wat' })).toBe(0);
  expect(await total({ q: 'glacier', categories: '["/Categories/Fire","/Categories/Water"]' })).toBe(1);
  expect(await total({ q: 'categories:"/Categories/Water"' })).toBe(1);
  expect(await total({ q: 'glacier -categories:"/Categories/Water"' })).toBe(3);
});
