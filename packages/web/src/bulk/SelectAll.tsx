// Chooses the whole result of a search, not only what the page shows.
import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusHeir } from '../ui/focus-heir.ts';

interface Props {
  /** The rest of the result is being fetched. */
  isGathering: boolean;
  onAll: () => void;
  children: ReactNode;
}

/** Stands in a bar of actions: the next one gets the focus when there is nothing left to choose. */
export function SelectAll({ isGathering, onAll, children }: Props) {
  const button = useFocusHeir<HTMLButtonElement>(({ nextElementSibling }) => nextElementSibling as HTMLElement | null);
  return (
    // not disabled meanwhile: that would take the focus away
    <Button
      ref={button}
      variant="subtle"
      size="sm"
      aria-busy={isGathering}
      leftSection={isGathering && <Loader size={14} />}
      onClick={() => !isGathering && onAll()}
    >
      {children}
    </Button>
  );
}
