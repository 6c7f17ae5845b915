// What can be done with the shape in hand, for those who point and for those who type.
import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconChevronLeft, IconChevronRight, IconCirclePlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { numberIn } from '../../features/field-kinds.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { boxOf, isComplete, vertexAt, vertexCount, vertexNumber } from '../../map/edit/shape.ts';
import type { ShapeFault } from '../../map/edit/shape-faults.ts';
import classes from './Edit.module.css';
import type { EditableLayer } from './editable-layer.ts';
import type { ShapeInHand } from './use-shape-editor.ts';

interface Props {
  target: EditableLayer;
  shape: ShapeInHand;
  fault: ShapeFault | undefined;
  /** Saving was tried: what is missing is said. */
  isTried: boolean;
}

/** Says what to do next; every step of the pointer has a button here. */
export function ShapeTools({ target, shape: { state, editor }, fault, isTried }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const { shape, isDrawing } = state;
  const count = vertexCount(shape);
  const isLinear = shape.kind === 'line' || shape.kind === 'polygon';
  const box = boxOf(shape);
  const next = isDrawing
    ? t(`edit.draw.${shape.kind}`)
    : t(isWhole ? 'edit.reshape-whole' : shape.kind === 'point' ? 'edit.reshape.point' : 'edit.reshape');
  const shown = fault === 'incomplete' && isDrawing && !isTried ? undefined : fault;
  return (
    <section aria-label={t('edit.shape')}>
      <h4 className={classes.heading}>{t('edit.shape')}</h4>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {next}
        </Text>
        <Group gap={4}>
          <Text size="sm" role="status" flex={1}>
            {t('edit.count', { count, shown: format.number(count) })}
          </Text>
          <Tool
            label={t('edit.undo')}
            icon={IconArrowBackUp}
            isDirected
            isDisabled={state.past.length === 0}
            onClick={() => editor?.undo()}
          />
          <Tool
            label={t('edit.redo')}
            icon={IconArrowForwardUp}
            isDirected
            isDisabled={state.future.length === 0}
            onClick={() => editor?.redo()}
          />
        </Group>
        {editor?.needsZoom && (
          <Text size="sm" role="status">
            {t('edit.zoom-in')}
          </Text>
        )}
        {isDrawing ? (
          <>
            <Button variant="default" leftSection={<IconCirclePlus size={18} aria-hidden />} onClick={() => editor?.addAtCentre()}>
              {t('edit.at-centre')}
            </Button>
            {(isLinear || shape.kind === 'multipoint') && (
              <Button disabled={!isComplete(shape)} onClick={() => editor?.finish()}>
                {t('edit.finish')}
              </Button>
            )}
          </>
        ) : (
          <>
            {shape.kind !== 'point' && (
              <SegmentedControl
                fullWidth
                aria-label={t('edit.by')}
                value={isWhole ? 'whole' : 'vertex'}
                onChange={(value) => {
                  setWhole(value === 'whole');
                  editor?.setWhole(value === 'whole');
                }}
                data={[
                  { value: 'vertex', label: t('edit.by-vertex') },
                  { value: 'whole', label: t('edit.by-whole') },
                ]}
              />
            )}
            {!isWhole && <VertexTools shape={{ state, editor }} />}
          </>
        )}
        {shown && (
          <Text size="sm" c={shown === 'crosses-itself' ? 'ochre' : 'vermilion'} role="alert">
            {t(`edit.fault.${shown}`)}
          </Text>
        )}
        {count === 0 && isTried && (
          <Text size="sm" c="vermilion" role="alert">
            {t('edit.fault.no-place')}
          </Text>
        )}
        {isLinear && box && (box[0] < -180 || box[2] > 180) && isAcross(box) && <Text size="sm">{t('edit.meridian')}</Text>}
        {target.frame.hasZ && <Text size="sm">{t('edit.ordinates.z')}</Text>}
        {target.frame.hasM && <Text size="sm">{t('edit.ordinates.m')}</Text>}
      </Stack>
    </section>
  );
}

/** Whether the box reaches over a turn of the earth. */
function isAcross([west, , east]: [number, number, number, number]): boolean {
  return Math.floor((west + 180) / 360) !== Math.ceil((east + 180) / 360) - 1;
}

interface ToolProps {
  label: string;
  icon: typeof IconTrash;
  isDirected?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}

function Tool({ label, icon: Icon, isDirected = false, isDisabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        className={classes.tool}
        aria-label={label}
        disabled={isDisabled}
        onClick={onClick}
      >
        <Icon size={20} className={isDirected ? classes.directed : undefined} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** One vertex after the other, with its coordinates. */
function VertexTools({ shape: { state, editor } }: { shape: ShapeInHand }) {
  const t = useTranslate();
  const format = useFormat();
  const { shape } = state;
  const isPoint = shape.kind === 'point';
  const ref = isPoint ? { part: 0, index: 0 } : state.chosen;
  const vertex = ref && vertexAt(shape, ref);
  const count = vertexCount(shape);
  if (isPoint)
    return vertex ? (
      <PlaceForm key={String(vertex.at)} at={vertex.at} onMove={(at) => editor?.moveVertex({ part: 0, index: 0 }, at)} />
    ) : null;
  return (
    <>
      <Group gap={4}>
        <Tool label={t('edit.vertex.previous')} icon={IconChevronLeft} isDirected onClick={() => editor?.choose(-1)} />
        <Text size="sm" role="status" flex={1} ta="center">
          {ref && vertex
            ? t('edit.vertex', { number: format.number(vertexNumber(shape, ref)), count: format.number(count) })
            : t('edit.vertex.none')}
        </Text>
        <Tool label={t('edit.vertex.next')} icon={IconChevronRight} isDirected onClick={() => editor?.choose(1)} />
        <Tool label={t('edit.vertex.insert')} icon={IconCirclePlus} isDisabled={!vertex} onClick={() => editor?.insertBehindChosen()} />
        <Tool label={t('edit.vertex.remove')} icon={IconTrash} isDisabled={!vertex} onClick={() => editor?.removeChosen()} />
      </Group>
      {ref && vertex && (
        <PlaceForm key={`${ref.part} ${ref.index} ${vertex.at}`} at={vertex.at} onMove={(at) => editor?.moveVertex(ref, at)} />
      )}
    </>
  );
}

/** Takes coordinates when the field is left or Enter is pressed. */
function PlaceForm({ at, onMove }: { at: readonly [number, number]; onMove: (at: [number, number]) => void }) {
  const t = useTranslate();
  const written = (value: number) => String(Math.round(value * 1e7) / 1e7);
  const home = at[0] - 360 * Math.floor((at[0] + 180) / 360);
  const [typed, setTyped] = useState({ x: written(at[0] === 180 ? 180 : home), y: written(at[1]) });
  const [isWrong, setWrong] = useState(false);
  const type = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setWrong(false);
  };
  const apply = () => {
    const [x, y] = [numberIn(typed.x), numberIn(typed.y)];
    if (x === undefined || y === undefined || Math.abs(x) > 180 || Math.abs(y) > 90) return setWrong(true);
    const isSame = written(home) === written(x) && written(at[1]) === written(y);
    if (!isSame) onMove([x, y]);
  };
  const shared = { dir: 'ltr', inputMode: 'decimal', onBlur: apply } as const;
  return (
    <form
      className={classes.place}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput {...shared} label={t('edit.longitude')} value={typed.x} onChange={(event) => type({ x: event.currentTarget.value })} />
      <TextInput {...shared} label={t('edit.latitude')} value={typed.y} onChange={(event) => type({ y: event.currentTarget.value })} />
      {isWrong && (
        <Text size="sm" c="vermilion" role="alert">
          {t('edit.bad-place')}
        </Text>
      )}
      {/* Enter in either field */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
    </form>
  );
}
