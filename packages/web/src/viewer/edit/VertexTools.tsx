// What can be done with the vertices of the shape in hand, one after the other, and with its parts.
import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconCirclePlus, IconMagnet, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { isHole } from '../../map/edit/rings.ts';
import { type Shape, type VertexRef, vertexAt, vertexCount, vertexNumber } from '../../map/edit/shape.ts';
import type { ShapeEditor } from '../../map/edit/shape-editor.ts';
import { PlaceForm } from './PlaceForm.tsx';
import { Tool } from './Tool.tsx';
import type { ShapeInHand } from './use-shape-editor.ts';

type Props = { shape: Pick<ShapeInHand, 'state' | 'editor' | 'isSnapping'> };

/** A point has one vertex, which needs not be chosen. */
export function VertexTools({ shape: { state, editor, isSnapping } }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { shape } = state;
  const isPoint = shape.kind === 'point';
  const ref = isPoint ? { part: 0, index: 0 } : state.chosen;
  const vertex = ref && vertexAt(shape, ref);
  const number = ref && vertex && format.number(vertexNumber(shape, ref));
  return (
    <>
      {!isPoint && (
        <Group gap={4} wrap="nowrap">
          <Tool label={t('edit.vertex.previous')} icon={IconChevronLeft} isDirected onClick={() => editor?.choose(-1)} />
          <Text size="sm" role="status" flex={1} ta="center">
            {number ? t('edit.vertex', { number, count: format.number(vertexCount(shape)) }) : t('edit.vertex.none')}
          </Text>
          <Tool label={t('edit.vertex.next')} icon={IconChevronRight} isDirected onClick={() => editor?.choose(1)} />
          <Tool label={t('edit.vertex.insert')} icon={IconCirclePlus} isDisabled={!vertex} onClick={() => editor?.insertBehindChosen()} />
          <Tool label={t('edit.vertex.remove')} icon={IconTrash} isDisabled={!vertex} onClick={() => editor?.removeChosen()} />
        </Group>
      )}
      {ref && vertex && (
        <PlaceForm key={`${ref.part} ${ref.index} ${vertex.at}`} at={vertex.at} onMove={(at) => editor?.moveVertex(ref, at)} />
      )}
      {ref && vertex && isSnapping && <SnapNow key={`${ref.part} ${ref.index}`} editor={editor} />}
      {ref && vertex && <PartOf shape={shape} at={ref} editor={editor} />}
    </>
  );
}

/** Puts the vertex on the nearest feature around it: what dragging does, for those who do not drag. */
function SnapNow({ editor }: { editor: ShapeEditor | undefined }) {
  const t = useTranslate();
  const [isAlone, setAlone] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconMagnet size={18} aria-hidden />} onClick={() => setAlone(editor?.snapChosen() === false)}>
        {t('edit.snap.now')}
      </Button>
      {isAlone && (
        <Text size="sm" role="status">
          {t('edit.snap.none')}
        </Text>
      )}
    </>
  );
}

/** Which part the vertex belongs to, where there are several. */
function PartOf({ shape, at, editor }: { shape: Shape; at: VertexRef; editor: ShapeEditor | undefined }) {
  const t = useTranslate();
  const format = useFormat();
  const isInner = useMemo(() => isHole(shape, at.part), [shape, at.part]);
  if (shape.parts.length < 2) return null;
  const numbers = { number: format.number(at.part + 1), count: format.number(shape.parts.length) };
  return (
    <Group gap="sm">
      <Text size="sm" flex={1}>
        {t(isInner ? 'edit.part.hole' : 'edit.part', numbers)}
      </Text>
      <Button variant="subtle" color="vermilion" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => editor?.removePart()}>
        {t(isInner ? 'edit.part.fill' : 'edit.part.remove')}
      </Button>
    </Group>
  );
}
