// What the library would make of the colours, and the tokens do not.
import { DEFAULT_THEME } from '@mantine/core';
import { expect, test } from 'vitest';
import { tokensToVariables } from './theme.ts';

test('what deletes has its colour on dark pages, too', () => {
  expect(tokensToVariables(DEFAULT_THEME).dark).toMatchObject({ '--mantine-color-vermilion-light-color': 'var(--vermilion)' });
});
