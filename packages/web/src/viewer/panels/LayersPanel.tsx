// The list of layers, topmost first: drag or press arrow keys to reorder.
import { moveLayer } from '@graticule/contract/documents/web-map-edit';
import { Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { useViewer } from '../viewer-context.ts';
import { LayerRow } from './LayerRow.tsx';
import classes from './Layers.module.css';

/** The order of the list is that of the eye: what covers stands above. */
export function LayersPanel() {
  const t = useTranslate();
  const { map, change } = useViewer();
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const [said, setSaid] = useState('');
  const layers = [...map.operationalLayers].reverse();
  const move = (id: string, toListIndex: number) => {
    const index = Math.max(0, Math.min(layers.length - 1, toListIndex));
    change((now) => moveLayer(now, id, layers.length - 1 - index));
    const title = layers.find((layer) => layer.id === id)?.title ?? '';
    setSaid(t('viewer.layer.moved', { title, place: index + 1, count: layers.length }));
  };
  const drop = (target: string) => {
    if (dragged && dragged !== target)
      move(
        dragged,
        layers.findIndex((layer) => layer.id === target),
      );
    setDragged(undefined);
    setOver(undefined);
  };
  if (layers.length === 0) return <Text c="dimmed">{t('viewer.layers.empty')}</Text>;
  return (
    <>
      <ol className={classes.list}>
        {layers.map((layer, index) => (
          <li
            key={layer.id}
            className={over === layer.id && dragged !== layer.id ? classes.over : undefined}
            data-dragged={dragged === layer.id || undefined}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              setOver(layer.id);
            }}
            onDrop={() => drop(layer.id)}
          >
            <LayerRow
              layer={layer}
              position={{ index, count: layers.length }}
              onMove={(by) => move(layer.id, index + by)}
              onDrag={(isDragged) => {
                setDragged(isDragged ? layer.id : undefined);
                if (!isDragged) setOver(undefined);
              }}
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
