// Migrations are numbered, each number once, each named after the domain it serves.
import { describe, expect, it } from 'vitest';
import { repositoryFiles, textOf } from '../repository.ts';

const FOLDER = 'packages/server/migrations/';
const names = repositoryFiles()
  .filter((path) => path.startsWith(FOLDER))
  .map((path) => path.slice(FOLDER.length));

describe('migrations', () => {
  it('are named NNNN-domain-what.sql', () => {
    expect(names.filter((name) => !/^\d{4}-[a-z]+(-[a-z0-9]+)*\.sql$/.test(name))).toEqual([]);
  });

  it('have a number of their own', () => {
    const numbers = names.map((name) => name.slice(0, 4));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('never commit by themselves: the migrator gives each a transaction', () => {
    expect(names.filter((name) => /^\s*(begin|commit|rollback)\s*;/im.test(textOf(FOLDER + name)))).toEqual([]);
  });
});
