// Above an item that is not ready: how far it is and a way to give it up, why it failed, or that its upload waits for the file.
import type { Item } from '@graticule/contract/content/item';
import { Alert, Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { JobProgress } from '../../item-actions/JobProgress.tsx';
import { renewItems } from '../../items/renew-items.ts';
import { useItemWork } from '../../items/use-item-work.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { takeBack } from '../../uploads/take-back.ts';
import classes from './ItemPage.module.css';

/** Nothing for an item that is ready, and for whoever does not manage it. */
export function ItemWork({ item, onDelete }: { item: Item; onDelete: () => void }) {
  const t = useTranslate();
  switch (item.status) {
    case 'processing':
      return <Running item={item} />;
    case 'failed':
      return <Failed item={item} onDelete={onDelete} />;
    case 'partial':
      return (
        <Alert className={classes.work} color="ochre" title={t('shell.work.partial')}>
          {t('item.work.partial')}
          <Group mt="xs">
            <Button component={Link} to={paths.content()} variant="default" size="compact-md">
              {t('content.mine')}
            </Button>
          </Group>
        </Alert>
      );
    default:
      return null;
  }
}

function Running({ item }: { item: Item }) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { percent, phase } = useItemWork(item) ?? {};
  const [isLost, setLost] = useState(false);
  const giving = useMutation({
    mutationFn: () => takeBack(item.owner, item.id, { onWaiting: setLost }),
    onSuccess: async () => {
      await navigate(paths.content(), { replace: true });
      await renewItems(client);
    },
  });
  const share = percent === undefined ? undefined : percent / 100;
  const told = share === undefined ? undefined : format.number(share, { style: 'percent' });
  return (
    <Alert className={classes.work} color="ochre" title={t('item.work.processing')}>
      <JobProgress
        label={t('shell.work.processing')}
        text={phase ? t(`item.job.phase.${phase}`) : (told ?? t('shell.work.processing'))}
        share={share}
        isLost={isLost}
        job={{ isGivingUp: giving.isPending, giveUp: () => giving.mutate() }}
      />
      {giving.error && <p role="alert">{words(giving.error).text}</p>}
    </Alert>
  );
}

function Failed({ item, onDelete }: { item: Item; onDelete: () => void }) {
  const t = useTranslate();
  const words = useErrorWords();
  const work = useItemWork(item);
  const reason = new ApiError(400, work?.statusMessage || item.statusMessage || '', undefined, { reasons: work?.reasons });
  return (
    <Alert className={classes.work} color="vermilion" title={t('item.work.failed')}>
      {words(reason).text} {t('item.work.failed-hint')}
      <Group mt="xs">
        <Button variant="default" size="compact-md" onClick={onDelete}>
          {t('item.settings.delete')}
        </Button>
      </Group>
    </Alert>
  );
}
