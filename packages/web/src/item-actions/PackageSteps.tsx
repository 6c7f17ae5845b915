// Publishing a package of vector tiles: a name, and the finished layer.

import type { Item } from '@graticule/contract/content/item';
import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { useErrorWords } from '../api/error-words.ts';
import { renewItems } from '../items/renew-items.ts';
import { isAboutFile } from '../language/sentences.ts';
import { useTranslate } from '../language/use-language.ts';
import { useStageFocus } from '../ui/stage-focus.ts';
import { FinishedLayer } from './FinishedLayer.tsx';
import { HeldBack, Turn } from './HeldBack.tsx';
import { LayerName } from './LayerName.tsx';
import { publishPackage } from './publish-layer.ts';
import { type PublishStage, usePublishStage } from './publish-stage.ts';
import { type PublishTurn, titleToPublish, usePublishTurn } from './publish-turn.ts';
import { useFreeName } from './use-free-name.ts';

interface Props {
  item: Pick<Item, 'id' | 'owner' | 'type' | 'title'>;
  onStage?: ((stage: PublishStage) => void) | undefined;
  /** Several files are published together. */
  turn?: PublishTurn | undefined;
}

/** The tiles are made and styled already, so that there is nothing else to choose. */
export function PackageSteps({ item, onStage, turn }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const [title, setTitle] = useState(item.title);
  const work = useMutation({
    mutationFn: async (isProposed: boolean) => {
      const as = isProposed ? await titleToPublish(title) : title;
      if (as !== title) setTitle(as);
      return publishPackage(item, as);
    },
    onSettled: () => renewItems(client),
  });
  const asked = usePublishTurn(turn, { status: work.status, publish: () => work.mutate(true) });
  usePublishStage(work.status, onStage, asked.isWaiting);
  const name = useFreeName(title, work.isPending || work.isSuccess);
  // the reasons are said of the package; whatever else may be wrong, such as the name, can be changed here
  const isOfFile = work.error !== null && toApiError(work.error).reasons.some(isAboutFile);
  const holder = useStageFocus<HTMLDivElement>(work.status);
  const isHeld = asked.isHeld && work.error !== null;
  if (!work.data && (asked.isWaiting || isHeld)) {
    return (
      <div ref={holder} tabIndex={-1} data-unkept={isHeld || undefined}>
        {isHeld ? <HeldBack title={item.title} error={work.error} onOpen={asked.open} /> : <Turn turn={turn} isBegun={work.isPending} />}
      </div>
    );
  }
  return (
    <div ref={holder} tabIndex={-1}>
      {work.data ? (
        <FinishedLayer layer={work.data} />
      ) : (
        <form
          noValidate
          data-unkept
          onSubmit={(event) => {
            event.preventDefault();
            work.mutate(false);
          }}
        >
          <Text size="sm">{t('item.publish.package-hint')}</Text>
          {work.error && (
            <Alert color="vermilion" mt="md" role="alert" title={isOfFile ? t('item.publish.unreadable') : undefined}>
              {[words(work.error).text, ...words(work.error).details].join(' ')} {isOfFile && t('item.publish.kept')}
            </Alert>
          )}
          <LayerName title={title} name={name} onTitle={setTitle}>
            <Button type="submit" data-stage-focus loading={work.isPending} disabled={title.trim() === '' || name.isTaken}>
              {t('item.publish.submit')}
            </Button>
          </LayerName>
        </form>
      )}
    </div>
  );
}
