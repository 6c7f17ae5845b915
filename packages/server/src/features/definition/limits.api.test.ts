// Limits of what definitions may ask for, and what a refused one is told of the layer and the field that is wrong.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;
const { layerOf } = loadScene(() => t);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'Limits' } });
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
});
afterAll(() => t.close());

const names = (count: number): string[] => [...Array(count).keys()].map((at) => `n${at}`);
const fields = names(60).map((name) => ({ name, type: 'esriFieldTypeInteger' }));
const add = (definition: object, path = admin): Promise<AnyReply> =>
  t.as('petra').post(`${path}/addToDefinition`, { addToDefinition: definition });
const indexesOf = async (layer: number): Promise<AnyReply[]> =>
  (await t.as('petra').get(`${service}/${layer}`)).indexes.filter((one: AnyReply) => /^(n\d|of)/.test(one.name));

describe('indexes of a layer', () => {
  it('are twenty at most where a copied definition lists more, each once, of no more fields than the database takes', async () => {
    const listed = [
      { name: 'of too many', fields: names(33).join(',') },
      { name: 'of as many as can be', fields: names(32).join(',') },
      ...names(60).flatMap((name) => [
        { name, fields: name },
        { name: `${name} again`, fields: name },
      ]),
      ...names(300).map((name) => ({ name: `copied ${name}`, fields: 'n1,n2' })),
    ];
    const reply = await add({ tables: [{ name: 'copied', fields, indexes: listed }] });
    expect(reply).toMatchObject({ success: true });
    expect((await indexesOf(0)).map((one) => one.name)).toEqual(['of as many as can be', ...names(19)]);
  });

  it('are refused where somebody asks for one more, or for one of more fields', async () => {
    const more = await add({ indexes: [{ name: 'n99', fields: 'n50' }] }, `${admin}/0`);
    expect(more.error).toMatchObject({ code: 400, message: expect.stringContaining('20 at most') });
    await add({ tables: [{ name: 'plain', fields }] });
    const wide = await add({ indexes: [{ name: 'wide', fields: names(33).join(',') }] }, `${admin}/1`);
    expect(wide.error).toMatchObject({ code: 400, message: expect.stringContaining('32 fields at most') });
    expect(await add({ indexes: [{ name: 'n1', fields: names(32).join(',') }] }, `${admin}/1`)).toEqual({ success: true });
    expect(await indexesOf(1)).toHaveLength(1);
  });
});

describe('a refused definition', () => {
  const plain = { name: 'fine', fields: fields.slice(0, 1) };
  const wrong = (more: object): object => ({ ...plain, name: 'trees', ...more });
  const field = (more: object): object => wrong({ fields: [fields[0], { name: 'height', type: 'esriFieldTypeInteger', ...more }] });
  it.each([
    [field({ type: 'esriFieldTypeRaster' }), ["tables[1] 'trees'", "fields[1] 'height'", 'type']],
    [field({ alias: 7 }), ["tables[1] 'trees'", "fields[1] 'height'", 'alias']],
    [field({ name: 'N0' }), ["tables[1] 'trees'", "'N0'"]],
    [field({ name: 'he ight' }), ["tables[1] 'trees'", "'he ight'"]],
    [field({ defaultValue: 'x' }), ["tables[1] 'trees'", 'height']],
    [wrong({ displayField: 'nothing' }), ["tables[1] 'trees'", 'displayField']],
    [wrong({ name: '' }), ['tables[1]', 'name']],
  ])('says in its details which layer and which field is wrong: %#', async (table, words) => {
    const { error } = await add({ tables: [plain, table] });
    expect(error.code).toBe(400);
    expect(error.details).toHaveLength(2);
    for (const word of words) expect(error.details[0]).toContain(word);
  });

  it('says so of changes of one layer, too', async () => {
    const change = { fields: [{ name: 'n1', type: 'esriFieldTypeString' }] };
    const { error } = await t.as('petra').post(`${admin}/1/updateDefinition`, { updateDefinition: change });
    expect(error).toMatchObject({
      code: 400,
      details: [expect.stringMatching(/layers\[1\] 'plain'.*'n1'/), expect.stringMatching(/^Leave /)],
    });
    const twice = await add({ fields: [fields[3]] }, `${admin}/1`);
    expect(twice.error.details[0]).toMatch(/layers\[1\] 'plain'.*'n3'/);
  });
});

describe('maxRecordCount of a published file', () => {
  it.each([
    [32_000, 10_000],
    [500, 500],
    [-1, 2_000],
  ])('is cut as in definitions: %i', async (maxRecordCount, told) => {
    const petra = t.as('petra');
    const publishParameters = { name: `rows_${told}`, maxRecordCount };
    const file = { name: 'rows.csv', bytes: 'a,b\n1,2\n' };
    const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType: 'csv', publishParameters }, { file });
    await t.runJobs();
    const path = new URL(reply.services[0].serviceurl).pathname;
    expect((await petra.get(path)).maxRecordCount).toBe(told);
  });
});

describe('names of fields', () => {
  it('are held to the rule where they are new, also beside those that a file brought', async () => {
    const brought = await layerOf('name,Höhe,Straße 2,lat,lon\nUr,5,A,0,0\n');
    const fieldsOf = async (): Promise<string[]> => (await t.as('petra').get(brought.path)).fields.map((one: AnyReply) => one.name);
    const before = await fieldsOf();
    expect(before).toContain('Höhe');
    const named = (name: string): object => ({ fields: [{ name, type: 'esriFieldTypeInteger' }] });
    expect(await add(named('height'), brought.admin)).toEqual({ success: true });
    // Those of editors are added the same way.
    const updateDefinition = { editorTrackingInfo: { enableEditorTracking: true } };
    const whole = brought.admin.replace(/\/0$/, '');
    expect(await t.as('petra').post(`${whole}/updateDefinition`, { updateDefinition })).toEqual({ success: true });
    expect(await fieldsOf()).toEqual([...before, 'height', 'CreationDate', 'Creator', 'EditDate', 'Editor']);
    for (const name of ['Länge', 'two words', '1st', 'HÖHE', 'HEIGHT', ''])
      expect((await add(named(name), brought.admin)).error, name).toMatchObject({ code: 400 });
    const { features } = await t.as('petra').get(`${brought.path}/query`, { where: '1=1', outFields: '*' });
    expect(features).toMatchObject([{ attributes: { name: 'Ur', Höhe: 5, height: null } }]);
  });

  it('hold for the ids of new layers, under whatever member they are given', async () => {
    const table = { name: 'ids', fields: [{ name: 'kind', type: 'esriFieldTypeString' }] };
    for (const wish of [{ objectIdField: 'no id' }, { globalIdField: 'Kennzahl-ß' }])
      expect((await add({ tables: [{ ...table, ...wish }] })).error, JSON.stringify(wish)).toMatchObject({
        code: 400,
        message: expect.stringContaining('have a name that cannot be used'),
      });
  });
});
