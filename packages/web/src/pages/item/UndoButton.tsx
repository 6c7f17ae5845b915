// Takes the latest change of a value back.
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslate } from '../../language/use-language.ts';
import { ToolButton } from './ToolButton.tsx';
import type { Change } from './use-undo.ts';

/** Says in its title what it takes back. It comes with the first change: a line more of tools would move the rows while they are changed. */
export function UndoButton({ last, isBusy, onUndo }: { last: Change; isBusy: boolean; onUndo: () => void }) {
  const t = useTranslate();
  return (
    <ToolButton
      icon={IconArrowBackUp}
      isDirected
      isWordless
      label={t('item.data.undo')}
      title={t('item.data.undo-of', { name: last.field.alias, id: last.objectId })}
      loading={isBusy}
      onClick={onUndo}
    />
  );
}
