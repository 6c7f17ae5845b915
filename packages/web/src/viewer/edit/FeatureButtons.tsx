// What decides about the feature in hand, at the foot of the panel: first its shape is finished, then it is saved.
import { Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslate } from '../../language/use-language.ts';
import { isComplete } from '../../map/edit/shape.ts';
import { isDrawingMore } from '../../map/edit/sketch-state.ts';
import type { useFeatureInHand } from './use-feature-in-hand.ts';

interface Props {
  hand: ReturnType<typeof useFeatureInHand>;
}

/** While a line, an outline or points are drawn, these are what is decided about. */
export function FeatureButtons({ hand }: Props) {
  const { state } = hand.shape;
  const isOpen = hand.may.reshape && state.isDrawing && state.shape.kind !== 'point';
  return isOpen ? <WhileDrawing hand={hand} /> : <Afterwards hand={hand} />;
}

function WhileDrawing({ hand }: Props) {
  const t = useTranslate();
  const { state, editor } = hand.shape;
  const isMore = isDrawingMore(state);
  return (
    <Group gap="sm">
      <Button disabled={!isComplete(state.shape) && !(isMore && state.shape.parts.at(-1)?.length === 0)} onClick={() => editor?.finish()}>
        {t(isMore ? 'edit.finish.part' : 'edit.finish')}
      </Button>
      {isMore ? (
        <Button variant="default" onClick={() => editor?.giveUpPart()}>
          {t('edit.part.drop')}
        </Button>
      ) : (
        <Button variant="default" onClick={hand.cancel}>
          {t(hand.isDirty ? 'edit.cancel' : 'shell.close')}
        </Button>
      )}
    </Group>
  );
}

function Afterwards({ hand }: Props) {
  const t = useTranslate();
  const { may, isBusy, isSaving } = hand;
  return (
    <Group gap="sm">
      {may.change && (
        <Button loading={isSaving} disabled={isBusy} onClick={hand.save}>
          {t('edit.save')}
        </Button>
      )}
      <Button variant="default" disabled={isBusy} onClick={hand.cancel}>
        {t(hand.isDirty ? 'edit.cancel' : 'shell.close')}
      </Button>
      {may.remove && (
        <Button
          variant="subtle"
          color="vermilion"
          ms="auto"
          leftSection={<IconTrash size={18} aria-hidden />}
          loading={isBusy && !isSaving}
          disabled={isBusy}
          onClick={hand.remove}
        >
          {t('edit.delete')}
        </Button>
      )}
    </Group>
  );
}
