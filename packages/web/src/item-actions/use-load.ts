// A load of the dialog for new data: how far it is, its end, and what may be begun when its end was not heard.
import type { Item } from '@graticule/contract/content/item';
import type { LoadStatus } from '@graticule/contract/services/append';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newCallKey } from '../api/call-key.ts';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { useTranslate } from '../language/use-language.ts';
import { useIsGone } from '../ui/use-is-gone.ts';
import { type LoadWishes, loadRows, UnheardLoad } from './load-rows.ts';
import { type GivenUp, useWatchedJob } from './use-given-up.ts';
import type { SentFile } from './use-sent-file.ts';

type Wishes = Omit<LoadWishes, 'upload' | 'callKey' | 'isAgain' | 'onLost' | 'onStatus' | 'signal'>;

/** A load as it was asked for. */
interface Asked {
  /** Everything that was wished, as text. */
  wished: string;
  layer: string;
  callKey: string;
  isAgain: boolean;
}

/** One load at a time. One whose end was not heard is asked for under the key with which it began, so that nothing is loaded twice. */
export function useLoad(item: Item, wishes: Wishes, sent: SentFile) {
  const client = useQueryClient();
  const { status, isLost, job, watch } = useWatchedJob<LoadStatus>();
  const [unheard, setUnheard] = useState<readonly Asked[]>([]);
  const tell = useUnseenEnd(item, job);
  const upload = sent.upload ?? '';
  const wished = JSON.stringify([wishes, upload]);
  const same = unheard.find((each) => each.wished === wished);
  const work = useMutation({
    mutationFn: ({ callKey, isAgain }: Asked) => sent.keep(loadRows({ ...wishes, upload, callKey, isAgain, ...watch() })),
    onSettled: (done, error, asked) => {
      // of the others that were not heard of nothing was heard by this one
      setUnheard((before) => [
        ...before.filter(({ callKey }) => callKey !== asked.callKey),
        ...(error instanceof UnheardLoad ? [{ ...asked, isAgain: true }] : []),
      ]);
      tell(done, error);
      return client.invalidateQueries({ queryKey: keys.item(item.id) });
    },
  });
  return {
    work,
    isLost,
    status,
    job,
    start: () => work.mutate(same ?? { wished, layer: wishes.layer, callKey: newCallKey(), isAgain: false }),
    /** What a person who is sure is sure of: this load, in face of those whose end was not heard. */
    doubted: JSON.stringify([wished, unheard.map(({ callKey }) => callKey)]),
    /** Starting hears the end of a load that began before. */
    isHeardOf: same !== undefined,
    /** Rows may stand there twice: those of a load of the layer whose end was not heard, in whichever way, are there too. */
    mayDouble: wishes.mode === 'append' && same === undefined && unheard.some(({ layer }) => layer === wishes.layer),
  };
}

/** Why a load did not come to a good end, and what that means for the layer. */
export function useFailureWords(unheard: 'item.load.unheard' | 'item.load.unheard-here'): (error: unknown) => string {
  const t = useTranslate();
  const words = useErrorWords();
  return (error) => {
    const { text, details } = words(error);
    return [text, ...details, t(error instanceof UnheardLoad ? unheard : 'item.load.unchanged')].join(' ');
  };
}

/** Tells what became of a load whose dialog was closed meanwhile. */
function useUnseenEnd({ title }: Item, job: GivenUp) {
  const t = useTranslate();
  const failure = useFailureWords('item.load.unheard');
  const isGone = useIsGone();
  return (done: LoadStatus | undefined, error: unknown) => {
    if (!isGone.current || job.isOver(error)) return;
    const isPart = (done?.refusedCount ?? 0) > 0;
    const end = t(isPart ? 'item.load.done-partly' : 'item.load.done');
    const ended = {
      color: isPart ? 'ochre' : 'lichen',
      message: job.wasGivenUp() ? t('item.load.too-late-and', { tooLate: t('item.load.too-late'), end }) : end,
    };
    const failed = { color: 'vermilion', message: failure(error) };
    // whoever began it may look at something else for hours
    notifications.show({ title, autoClose: false, ...(done ? ended : failed) });
  };
}
