// Marks items that are not ready: being made, failed, or an upload that is not finished.
import type { Item } from '@graticule/contract/content/item';
import { IconAlertTriangle, IconCloudPause, IconProgress } from '@tabler/icons-react';
import { useFormat, useTranslate } from '../language/use-language.ts';
import classes from './badges.module.css';
import { useItemWork } from './use-item-work.ts';

/** Nothing for the many items that are ready. Only who may manage an item is told. */
export function WorkBadge({ item }: { item: Item }) {
  return item.status === undefined ? null : <Badge item={item} />;
}

function Badge({ item }: { item: Item }) {
  const t = useTranslate();
  const format = useFormat();
  const percent = useItemWork(item)?.percent;
  if (item.status === 'failed') {
    return (
      <span className={classes.bad}>
        <IconAlertTriangle size={13} aria-hidden />
        {t('shell.work.failed')}
      </span>
    );
  }
  const Icon = item.status === 'partial' ? IconCloudPause : IconProgress;
  const far = percent === undefined ? '' : ` ${format.number(percent / 100, { style: 'percent' })}`;
  return (
    <span className={classes.caution}>
      <Icon size={13} aria-hidden />
      <span className="tabular">{item.status === 'partial' ? t('shell.work.partial') : `${t('shell.work.processing')}${far}`}</span>
    </span>
  );
}
