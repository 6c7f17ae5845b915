import { expect, it } from 'vitest';
import { baseName } from './format-reader.ts';
import { SERVER_READERS } from './index-of-server-formats.ts';

const ENDINGS = SERVER_READERS.flatMap(({ extensions }) => extensions);

it.each([...new Set(ENDINGS), 'zip', 'kmz'])('the ending of a file that is read is no part of its name: .%s', (ending) => {
  expect(baseName(`folder/Letter to Dr.Smith.${ending}`)).toBe('Letter to Dr.Smith');
  expect(baseName(`A.${ending.toUpperCase()}`)).toBe('A');
});

it('what comes after another dot is a part of it', () => {
  expect(['Letter to Dr.Smith', 'plan 3.2', '.csv', 'a/b'].map(baseName)).toEqual(['Letter to Dr.Smith', 'plan 3.2', '.csv', 'b']);
});
