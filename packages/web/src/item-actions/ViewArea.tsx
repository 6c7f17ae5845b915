// Asks in which area the rows of a view lie.
import type { ItemExtent } from '@graticule/contract/content/extent';
import { Switch, Text } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';
import { AreaBox } from './AreaBox.tsx';
import { readBox } from './area-box.ts';
import classes from './ViewRows.module.css';
import type { AreaChoice } from './view-area.ts';

/** A box on a small map, where the rows of the source are outlined. */
export function ViewAreaBox({ choice, extent }: { choice: AreaChoice; extent: ItemExtent | undefined }) {
  const t = useTranslate();
  const around = readBox(extent?.flat().join(','));
  return (
    <div className={classes.rows}>
      <Switch
        label={t('item.view.area')}
        description={t('item.view.area-hint')}
        checked={choice.isOn}
        onChange={(event) => choice.turn(event.currentTarget.checked)}
      />
      {choice.isOn && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t(choice.isOther ? 'item.view.area-other' : 'shell.area.hint')}
          </Text>
          <div>
            <AreaBox edges={choice.edges} around={around} onChange={choice.draw} />
          </div>
        </>
      )}
    </div>
  );
}
