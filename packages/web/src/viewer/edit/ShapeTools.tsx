// What can be done with the shape in hand, for those who point and for those who type.
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconCirclePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { boxOf, vertexCount } from '../../map/edit/shape.ts';
import type { ShapeFault } from '../../map/edit/shape-faults.ts';
import { isDrawingMore } from '../../map/edit/sketch-state.ts';
import classes from './Edit.module.css';
import type { EditableLayer } from './editable-layer.ts';
import { Snapping } from './Snapping.tsx';
import { Tool } from './Tool.tsx';
import type { ShapeInHand } from './use-shape-editor.ts';
import { VertexTools } from './VertexTools.tsx';

interface Props {
  target: EditableLayer;
  shape: ShapeInHand;
  fault: ShapeFault | undefined;
  /** Saving was tried: what is missing is said. */
  isTried: boolean;
}

/** Says what to do next; every step of the pointer has a button here. */
export function ShapeTools({ target, shape: inHand, fault, isTried }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const { state, editor } = inHand;
  const { shape, isDrawing } = state;
  const isMore = isDrawingMore(state);
  const count = vertexCount(shape);
  const isLinear = shape.kind === 'line' || shape.kind === 'polygon';
  const box = boxOf(shape);
  const next = isDrawing
    ? t(isMore ? `edit.draw.more.${shape.kind === 'line' ? 'line' : 'polygon'}` : `edit.draw.${shape.kind}`)
    : t(isWhole ? 'edit.reshape-whole' : shape.kind === 'point' ? 'edit.reshape.point' : 'edit.reshape');
  const keys = isDrawing ? 'edit.keys.draw' : isWhole || shape.kind === 'point' ? undefined : 'edit.keys.reshape';
  const shown = fault === 'incomplete' && isDrawing && !isTried ? undefined : fault;
  return (
    <section aria-label={t('edit.shape')}>
      <h4 className={classes.heading}>{t('edit.shape')}</h4>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {next} {keys && <span className={classes.keys}>{t(keys)}</span>}
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
        {!isWhole && <Snapping shape={inHand} />}
        {isDrawing ? (
          <Button variant="default" leftSection={<IconCirclePlus size={18} aria-hidden />} onClick={() => editor?.addAtCentre()}>
            {t('edit.at-centre')}
          </Button>
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
            {!isWhole && <VertexTools shape={inHand} />}
            {!isWhole && shape.kind !== 'point' && (
              <Button variant="default" leftSection={<IconCirclePlus size={18} aria-hidden />} onClick={() => editor?.beginPart()}>
                {t(`edit.part.add.${shape.kind}`)}
              </Button>
            )}
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
