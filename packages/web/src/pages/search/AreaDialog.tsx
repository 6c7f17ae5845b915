// Chooses the area of a search: a box drawn on a small map, or its edges in degrees.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { AreaBox } from '../../item-actions/AreaBox.tsx';
import { type Edges, readBox, wholeBox } from '../../item-actions/area-box.ts';
import { useTranslate } from '../../language/use-language.ts';

interface Props {
  bbox: string | undefined;
  onChoose: (bbox: string | undefined) => void;
  onClose: () => void;
}

/** Begins with the area of the address. */
export function AreaDialog({ bbox, onChoose, onClose }: Props) {
  const t = useTranslate();
  const [edges, setEdges] = useState<Edges>([...(readBox(bbox) ?? [])]);
  const whole = wholeBox(edges);
  return (
    <ActionDialog
      title={t('search.area.title')}
      submit={t('search.area.apply')}
      size={720}
      isBusy={false}
      isDisabled={whole === undefined}
      onSubmit={() => whole && onChoose(whole.join(','))}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('shell.area.hint')}
      </Text>
      <AreaBox edges={edges} onChange={setEdges} />
    </ActionDialog>
  );
}
