// Publishing a package of vector tiles: a name, and the finished layer.
import type { Item } from '@graticule/contract/content/item';
import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { useTranslate } from '../language/use-language.ts';
import { useStageFocus } from '../ui/stage-focus.ts';
import { FinishedLayer } from './FinishedLayer.tsx';
import { publishPackage } from './publish-layer.ts';

/** The tiles are made and styled already, so that there is nothing else to choose. */
export function PackageSteps({ item }: { item: Pick<Item, 'id' | 'owner' | 'type' | 'title'> }) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const [title, setTitle] = useState(item.title);
  const work = useMutation({
    mutationFn: () => publishPackage(item, title),
    onSettled: () => client.invalidateQueries({ queryKey: keys.items }),
  });
  // the reasons are said of the package; whatever else may be wrong, such as the name, can be changed here
  const isOfFile = work.error !== null && toApiError(work.error).reasons.length > 0;
  const holder = useStageFocus<HTMLDivElement>(work.status);
  return (
    <div ref={holder} tabIndex={-1}>
      {work.data ? (
        <FinishedLayer layer={work.data} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            work.mutate();
          }}
        >
          <Text size="sm">{t('item.publish.package-hint')}</Text>
          {work.error && (
            <Alert color="vermilion" mt="md" role="alert" title={isOfFile ? t('item.publish.unreadable') : undefined}>
              {[words(work.error).text, ...words(work.error).details].join(' ')} {isOfFile && t('item.publish.kept')}
            </Alert>
          )}
          <Group align="flex-end" mt="lg">
            <TextInput
              label={t('item.publish.name')}
              value={title}
              maxLength={120}
              style={{ flex: 1 }}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <Button type="submit" data-stage-focus loading={work.isPending} disabled={title.trim() === ''}>
              {t('item.publish.submit')}
            </Button>
          </Group>
        </form>
      )}
    </div>
  );
}
