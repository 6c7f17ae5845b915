// ARCHITECTURE.md shows the repository as it is: every folder has a caption, and every caption a folder.
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles, textOf } from '../repository.ts';

/** Folders whose contents are data or are described by a line of their own parent. */
const NOT_SHOWN = /(^|\/)(fixtures|public|sample-data|data|messages)\/.+/;

interface Caption {
  path: string;
  words: string;
}

/** Reads the tree: two columns per level, `name/` and a caption. */
function captions(markdown: string): Caption[] {
  const tree = /```\n([\s\S]*?)```/.exec(markdown)?.[1] ?? '';
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^((?:[│ ] {2})*)[├└]─ (\S+)\/\s+(.*)$/.exec(line);
    if (match === null) return [];
    const level = (match[1] ?? '').length / 3;
    parents.length = level;
    parents.push(match[2] ?? '');
    return [{ path: parents.join('/'), words: match[3] ?? '' }];
  });
}

function folders(): string[] {
  const all = new Set<string>();
  for (const file of repositoryFiles()) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) all.add(folder);
  }
  return [...all].filter((folder) => !NOT_SHOWN.test(folder)).sort();
}

describe('ARCHITECTURE.md', () => {
  const shown = captions(textOf('ARCHITECTURE.md'));

  it('has a caption for every folder', () => {
    const known = new Set(shown.map(({ path }) => path));
    expect(folders().filter((folder) => !known.has(folder))).toEqual([]);
  });

  it('shows no folder that is not there', () => {
    const real = new Set(folders());
    expect(shown.map(({ path }) => path).filter((path) => !real.has(path))).toEqual([]);
  });

  it('says something about each', () => {
    expect(shown.filter(({ words }) => words.trim().length < 5)).toEqual([]);
  });
});
