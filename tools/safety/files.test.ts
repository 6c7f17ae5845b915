// Names and first lines of files, and what must never stand in one.
import { describe, expect, it } from 'vitest';
import { isSource, isTest, repositoryFiles, textOf } from '../repository.ts';

const files = repositoryFiles();
const sources = files.filter(isSource);
const THIS = 'tools/safety/files.test.ts';

/** Files that people read or run; data of third parties is quoted as it came. */
const readable = files.filter(
  (path) =>
    /\.(ts|tsx|mjs|cjs|js|json|md|sql|css|html|ya?ml|toml|sh)$|(^|\/)\.[\w-]+$|^\.ci\//.test(path) &&
    !/(^|\/)(fixtures|sample-data|data)\/.*\.(json|csv|tsv)$/.test(path) &&
    path !== THIS,
);

/** A pattern and why it does not belong here. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/(?<![\w./-])\/(work|tmp\/(?!$)[\w-]+|root|mnt|Users)\/[\w.-]+/, 'a path of one machine'],
  [/https?:\/\/(registry\.|[\w.-]*(npmmirror|artifactory|verdaccio|nexus)[\w.-]*)/i, 'the address of a package registry'],
  [/"resolved":\s*"http/, 'the address a package came from'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
  [/\b(AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|npm_[A-Za-z0-9]{36})\b/, 'a credential'],
  [/\b(FIXME|XXX)\b/, 'a mark that nobody owns; use LATER with an issue number'],
];

describe('files', () => {
  it('are named in kebab-case, components in PascalCase', () => {
    const name = /^(\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*|[A-Z][A-Za-z0-9]+(\.test)?\.tsx|[A-Z][A-Za-z0-9]+(\.test)?\.ts)$/;
    expect(sources.filter((path) => !name.test(path.split('/').at(-1) ?? ''))).toEqual([]);
  });

  it('are not called after nothing in particular', () => {
    expect(sources.filter((path) => /\/(utils?|helpers?|common|types|misc|shared)\.[a-z]+$/.test(path))).toEqual([]);
  });

  it('open with a line that says what they are for', () => {
    const silent = sources.filter((path) => !isTest(path) && !/^(#!.*\n)?(\/\/|\/\*)/.test(textOf(path)));
    expect(silent).toEqual([]);
  });

  it.each(FORBIDDEN)('hold nothing that matches %s: %s', (pattern) => {
    const found = readable.flatMap((path) => {
      const index = textOf(path)
        .split('\n')
        .findIndex((line) => pattern.test(line));
      return index < 0 ? [] : [`${path}:${index + 1}`];
    });
    expect(found).toEqual([]);
  });
});
