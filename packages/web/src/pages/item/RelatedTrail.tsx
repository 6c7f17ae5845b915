// Above the table of related rows: the way from the row that they belong to, and back.
import { Anchor, Breadcrumbs } from '@mantine/core';
import { useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';

/** A row whose related rows were opened. */
interface TrailStep {
  layerName: string;
  /** What tells the row apart for people. */
  row: string;
}

interface Props {
  steps: readonly TrailStep[];
  /** The layer that is open now. */
  layerName: string;
  /** Back to the layer of a step. */
  onBack: (index: number) => void;
}

/** Every step leads back to the table it was opened from. */
export function RelatedTrail({ steps, layerName, onBack }: Props) {
  const t = useTranslate();
  return (
    <nav aria-label={t('item.data.trail')} className={classes.trail}>
      <Breadcrumbs separatorMargin={6}>
        {steps.map(({ layerName: name, row }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the way to a table does not change its order
          <Anchor key={index} component="button" type="button" size="sm" onClick={() => onBack(index)}>
            <bdi>{t('item.data.trail-row', { layer: name, row })}</bdi>
          </Anchor>
        ))}
        <span aria-current="page">
          <bdi>{layerName}</bdi>
        </span>
      </Breadcrumbs>
    </nav>
  );
}
