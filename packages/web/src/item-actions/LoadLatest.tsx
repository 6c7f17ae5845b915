// The way on where somebody else changed the same thing meanwhile: what is typed stays until the latest is loaded in its place.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Text } from '@mantine/core';
import { DefinitionChanged } from '../features/change-definition.ts';
import { useTranslate } from '../language/use-language.ts';

/** Nothing for other failures. */
export function LoadLatest({ error, onLoad }: { error: unknown; onLoad: (now: LayerInfo) => void }) {
  const t = useTranslate();
  if (!(error instanceof DefinitionChanged)) return null;
  return (
    <>
      <Text size="sm" mt={4}>
        {t('item.changed.kept')}
      </Text>
      <Button variant="default" size="compact-sm" mt="xs" onClick={() => onLoad(error.now)}>
        {t('item.changed.load')}
      </Button>
    </>
  );
}
