// What File Geodatabases hold beside their rows: relationship classes, and files kept with rows.
import { describe, expect, it } from 'vitest';
import { datasetsIn, readAll } from '../../testing/read-fixture.ts';
import { fileGeodatabaseReader as reader } from './file-geodatabase.ts';
import type { AttachedFile, DatasetSource } from './format-reader.ts';
import { readXmlTree, type XmlElement } from './gdb-definition.ts';
import { relationsOf } from './gdb-relations.ts';

async function geodatabase(part?: string): Promise<DatasetSource> {
  const [found] = await datasetsIn('vector/gdb_beside.gdb.zip');
  if (found === undefined) throw new Error('no geodatabase');
  return { ...found, ...(part === undefined ? {} : { part }) };
}

async function filesOf(part: string): Promise<AttachedFile[]> {
  const all: AttachedFile[] = [];
  for await (const batch of reader.files?.(await geodatabase(part)) ?? []) all.push(...batch);
  return all;
}

function document(text: string): XmlElement {
  const root = readXmlTree(text);
  if (root === null) throw new Error('no document');
  return root;
}

describe('what stands beside the rows of a File Geodatabase', () => {
  it('is told of each layer and table, and tables of files are no tables of their own', async () => {
    expect(await reader.parts?.(await geodatabase())).toEqual(['hydrants', 'inspections', 'plates', 'owners', 'trees', 'visits']);
    const hydrants = await reader.describe(await geodatabase('hydrants'));
    expect(hydrants).toMatchObject({ hasFiles: true, isJoinedByRow: true });
    expect(hydrants).not.toHaveProperty('globalIdField');
    expect(hydrants.warnings.map(({ code }) => code)).toEqual(['relationships-left']);
    expect(hydrants.warnings[0]?.text).toContain('hydrant_owner');
    const trees = await reader.describe(await geodatabase('trees'));
    expect(trees).toMatchObject({ hasFiles: true, isJoinedByRow: false, globalIdField: 'GlobalID_', warnings: [] });
    const visits = await reader.describe(await geodatabase('visits'));
    expect(visits.fields.map(({ name, type }) => [name, type])).toEqual([
      ['tree', 'esriFieldTypeGUID'],
      ['note', 'esriFieldTypeString'],
    ]);
  });

  it('is joined by the numbers that the geodatabase gave its rows, also where one was deleted', async () => {
    const { rows } = await readAll(reader, await geodatabase('hydrants'));
    expect(rows.map(({ row, values }) => [row, values[0]])).toEqual([
      [2, 'North'],
      [3, 'South'],
      [4, 'Löwen “plaza”'],
    ]);
  });

  it('are relationships with the names that their fields get', async () => {
    const found = await reader.relationships?.(await geodatabase());
    expect(found).toEqual([
      {
        name: 'hydrant_inspections',
        origin: { part: 'hydrants', label: 'inspections of it', field: 'code' },
        destination: { part: 'inspections', label: 'the hydrant', field: 'hydrant_code' },
        isOneToOne: false,
        isComposite: true,
      },
      {
        name: 'hydrant_by_id',
        origin: { part: 'hydrants', label: 'inspections by number', field: null },
        destination: { part: 'inspections', label: 'hydrant by number', field: 'hydrant_id' },
        isOneToOne: false,
        isComposite: false,
      },
      expect.objectContaining({ name: 'tree_visits', origin: { part: 'trees', label: 'visits', field: 'GlobalID_' } }),
      expect.objectContaining({ name: 'hydrant_plate', isOneToOne: true }),
    ]);
  });

  it('are files with the numbers of their rows, told by number or by global id', async () => {
    const files = await filesOf('hydrants');
    expect(files.map(({ row, name, bytes }) => [row, name, bytes.length])).toEqual([
      [2, 'photo.png', 69],
      [2, 'note.txt', 7],
      [4, 'plan.txt', 70_000],
      [99, 'orphan.txt', 4],
      [4, 'virus.exe', 2],
    ]);
    expect(new TextDecoder().decode(files[1]?.bytes)).toBe('Grüße');
    expect(await filesOf('trees')).toEqual([{ row: 2, name: 'elm.txt', bytes: new TextEncoder().encode('elm') }]);
    expect(await filesOf('plates')).toEqual([]);
  });

  it('is left out where a relationship has a table of its own, several keys, or keeps files', () => {
    const one = (inside: string): XmlElement =>
      document(
        `<DERelationshipClassInfo><Name>r</Name>${inside}<OriginClassNames><Name>a</Name></OriginClassNames>` +
          '<DestinationClassNames><Name>b</Name></DestinationClassNames></DERelationshipClassInfo>',
      );
    const key = (role: string, name: string): string =>
      `<RelationshipClassKey><ObjectKeyName>${name}</ObjectKeyName><KeyRole>esriRelKeyRoleOrigin${role}</KeyRole></RelationshipClassKey>`;
    const keys = `<OriginClassKeys>${key('Primary', 'x')}${key('Foreign', 'y')}</OriginClassKeys>`;
    const many = '<Cardinality>esriRelCardinalityOneToMany</Cardinality>';
    const held = (inside: string): boolean[] => relationsOf([one(inside)]).map(({ isHeld }) => isHeld);
    expect(held(many + keys)).toEqual([true]);
    expect(held(`<Cardinality>esriRelCardinalityManyToMany</Cardinality>${keys}`)).toEqual([false]);
    expect(held(`${many}<IsAttributed>true</IsAttributed>${keys}`)).toEqual([false]);
    expect(held(`${many}<OriginClassKeys>${key('Primary', 'x')}${key('Primary', 'z')}${key('Foreign', 'y')}</OriginClassKeys>`)).toEqual([
      false,
    ]);
    expect(held(many)).toEqual([false]);
    expect(held(`${many}${keys}<IsAttachmentRelationship>true</IsAttachmentRelationship>`)).toEqual([]);
  });
});
