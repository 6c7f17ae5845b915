// Each table is written only by stores of the domain that owns it.
import { describe, expect, it } from 'vitest';
import { isTest, repositoryFiles, textOf } from '../repository.ts';

const SERVER = 'packages/server/src/';

/** Tables whose owner is not the domain that the schema file is named after. */
const OWNERS: Readonly<Record<string, string>> = { notification: 'notifications', secret: 'identity' };

/** Files that may write any table of the platform: the migrator keeps its own. */
const MIGRATOR = `${SERVER}platform/db/migrate.ts`;

const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](?:\w+\.)?(\w+)/g,
  /\binsert\s+into\s+(?:\w+\.)?(\w+)/gi,
  /\bdelete\s+from\s+(?:\w+\.)?(\w+)/gi,
  /\bupdate\s+(?:\w+\.)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  /\btruncate\s+(?:table\s+)?(?:\w+\.)?(\w+)/gi,
];

/** Owner by table, from the `…Tables` interfaces of `schema/`. */
function owners(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of repositoryFiles().filter((path) => path.startsWith(`${SERVER}schema/`))) {
    const domain = /schema\/([\w-]+)\.ts$/.exec(file)?.[1] ?? '';
    const tables = /interface \w+Tables \{([^}]*)\}/.exec(textOf(file))?.[1] ?? '';
    for (const [, table = ''] of tables.matchAll(/^\s*(\w+):/gm)) found.set(table, OWNERS[table] ?? domain);
  }
  return found;
}

interface Write {
  table: string;
  file: string;
}

function writes(): Write[] {
  return repositoryFiles()
    .filter((path) => path.startsWith(SERVER) && path.endsWith('.ts') && !isTest(path))
    .flatMap((file) => {
      const text = textOf(file).replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '');
      return WRITES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table = '']) => ({ table, file })));
    });
}

function domainOf(file: string): string {
  return file.slice(SERVER.length).split('/')[0] ?? '';
}

describe('tables', () => {
  const owner = owners();
  const known = writes().filter(({ table, file }) => owner.has(table) && file !== MIGRATOR);

  it('are all found, and so are the statements that write them', () => {
    expect(owner.size).toBeGreaterThan(20);
    expect(new Set(known.map(({ table }) => table)).size).toBeGreaterThan(owner.size / 2);
  });

  it('are written only by the domain that owns them', () => {
    const foreign = known.filter(({ table, file }) => domainOf(file) !== owner.get(table));
    expect(foreign.map(({ table, file }) => `${file} writes ${table}, which belongs to ${owner.get(table)}`)).toEqual([]);
  });

  it('are written only in stores and SQL fragments', () => {
    expect(known.filter(({ file }) => !/\.(store|sql)\.ts$/.test(file) && !file.startsWith(`${SERVER}platform/db/`))).toEqual([]);
  });
});
