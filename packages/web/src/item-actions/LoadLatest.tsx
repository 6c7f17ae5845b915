// The way on where somebody else changed the same thing meanwhile: what they made of it, and whose counts.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DefinitionChanged } from '../features/change-definition.ts';
import { TheirsAndMine } from '../features/TheirsAndMine.tsx';
import { useTranslate } from '../language/use-language.ts';

interface Props {
  error: unknown;
  /** What somebody else made of it, in few words. */
  theirs: (now: LayerInfo) => ReactNode;
  /** Shows that in the place of what is typed. */
  onLoad: (now: LayerInfo) => void;
  /** Saves what is typed over that, and over nothing newer. */
  onInsist: (now: LayerInfo) => void;
}

/** Nothing for other failures. What is typed stays until somebody chooses. */
export function LoadLatest({ error, theirs, onLoad, onInsist }: Props) {
  const t = useTranslate();
  if (!(error instanceof DefinitionChanged)) return null;
  const now: LayerInfo = error.now;
  return (
    <>
      <Text size="sm" mt={4}>
        {t('item.changed.kept')}
      </Text>
      <TheirsAndMine theirs={theirs(now)} />
      <Group gap="sm" mt="xs">
        <Button variant="default" size="compact-sm" onClick={() => onLoad(now)}>
          {t('item.changed.load')}
        </Button>
        <Button size="compact-sm" onClick={() => onInsist(now)}>
          {t('item.data.save-mine')}
        </Button>
      </Group>
    </>
  );
}
