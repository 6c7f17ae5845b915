// Whether vertices fall on those of other features, and what the last one fell on.
import { Switch, Text } from '@mantine/core';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './Edit.module.css';
import type { ShapeInHand } from './use-shape-editor.ts';

interface Props {
  shape: Pick<ShapeInHand, 'snapping' | 'isSnapping' | 'setSnapping'>;
}

/** Those who touch have the switch to place a vertex freely, those with a keyboard also a key. */
export function Snapping({ shape: { snapping, isSnapping, setSnapping } }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { last, tooMany } = snapping;
  const said = last
    ? t(last.on === 'vertex' ? 'edit.snap.vertex' : 'edit.snap.edge', { title: last.title })
    : tooMany.length > 0 && t('edit.snap.too-many', { titles: format.list(tooMany) });
  return (
    <div>
      <Switch label={t('edit.snap')} checked={isSnapping} onChange={(event) => setSnapping(event.currentTarget.checked)} />
      {isSnapping && (
        <Text size="xs" c="dimmed" className={classes.snapped}>
          <span role="status">{said}</span>
          {!said && <span className={classes.keys}>{t('edit.snap.free')}</span>}
        </Text>
      )}
    </div>
  );
}
