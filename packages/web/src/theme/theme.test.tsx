// What the theme changes of the library.
import { MantineProvider, TextInput } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { themeFor } from './theme.ts';

test('what is said below a small box is large enough to be read', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  render(
    <MantineProvider theme={themeFor({ close: 'Close', clear: 'Clear' })}>
      <TextInput size="xs" description="A hint." error="A fault." />
    </MantineProvider>,
  );
  for (const words of ['A hint.', 'A fault.']) expect(screen.getByText(words).style.fontSize).toBe('var(--mantine-font-size-xs)');
});
