// Marks items that the organisation vouches for, and those that should no longer be used.
import { IconAlertTriangle, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useTranslate } from '../language/use-language.ts';
import classes from './badges.module.css';

/** Nothing for the many items that are neither. */
export function StatusBadge({ status }: { status: string | undefined }) {
  const t = useTranslate();
  if (status === 'deprecated') {
    return (
      <span className={classes.caution} title={t('shell.status.deprecated-hint')}>
        <IconAlertTriangle size={13} aria-hidden />
        {t('shell.status.deprecated')}
      </span>
    );
  }
  if (!status?.endsWith('authoritative')) return null;
  return (
    <span className={classes.good} title={t('shell.status.authoritative-hint')}>
      <IconRosetteDiscountCheck size={14} aria-hidden />
      {t('shell.status.authoritative')}
    </span>
  );
}
