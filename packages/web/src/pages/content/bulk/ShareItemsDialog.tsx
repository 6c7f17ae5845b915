// Changes who sees many items: what is not chosen stays as it is for each.
import type { Item } from '@graticule/contract/content/item';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useErrorWords } from '../../../api/error-words.ts';
import { ActionDialog } from '../../../item-actions/ActionDialog.tsx';
import type { ShareLevel } from '../../../item-actions/apply-sharing.ts';
import { ShareLevels, useOwnGroups } from '../../../item-actions/ShareLevels.tsx';
import { useFormat, useTranslate } from '../../../language/use-language.ts';
import { ManySelect } from '../../../ui/ManySelect.tsx';
import type { Operation } from './operations.ts';
import { sharing } from './sharing-operation.ts';

interface Props {
  items: readonly Item[];
  onStart: (operation: Operation) => void;
  onClose: () => void;
}

/** Says how many will be seen by more people than before, and whose members will see them. */
export function ShareItemsDialog({ items, onStart, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const [level, setLevel] = useState<ShareLevel>();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const mine = useOwnGroups();
  const groups = (mine.groups ?? []).map(({ id, title }) => ({ value: id, label: title }));
  const namesOf = (ids: readonly string[]) => format.list(groups.filter(({ value }) => ids.includes(value)).map(({ label }) => label));
  const width = { private: 0, shared: 0, org: 1, public: 2 } as const;
  const wider = level === undefined ? 0 : items.filter((item) => width[item.access] < width[level]).length;
  const narrower = level === undefined ? 0 : items.filter((item) => width[item.access] > width[level]).length;
  return (
    <ActionDialog
      title={t('share.title', { count: items.length })}
      submit={t('shell.save')}
      isBusy={false}
      isDisabled={level === undefined && added.length === 0 && removed.length === 0}
      onSubmit={() => onStart(sharing({ level, added, removed }))}
      onClose={onClose}
    >
      <ShareLevels
        items={items}
        value={level}
        onChange={setLevel}
        same={{ label: t('content.share.same'), description: t('content.share.same-hint') }}
      />
      <ManySelect
        mt="lg"
        label={t('content.share.add')}
        error={mine.error && words(mine.error).text}
        placeholder={added.length === 0 ? t(mine.groups?.length === 0 ? 'share.no-groups' : 'content.share.groups') : undefined}
        data={groups.filter(({ value }) => !removed.includes(value))}
        value={added}
        onChange={setAdded}
      />
      <ManySelect
        mt="md"
        label={t('content.share.remove')}
        placeholder={removed.length === 0 ? t('content.share.groups') : undefined}
        data={groups.filter(({ value }) => !added.includes(value))}
        value={removed}
        onChange={setRemoved}
      />
      <Text size="sm" mt="md" role="status">
        {[
          wider > 0 ? t('content.share.wider', { count: wider }) : '',
          narrower > 0 ? t('content.share.narrower', { count: narrower }) : '',
          added.length > 0 ? t('content.share.to-groups', { count: items.length, names: namesOf(added) }) : '',
          removed.length > 0 ? t('content.share.out-of-groups', { count: items.length, names: namesOf(removed) }) : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
    </ActionDialog>
  );
}
