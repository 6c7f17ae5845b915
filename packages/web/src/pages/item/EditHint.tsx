// Above the table, for people who change its rows: how, and which.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { useMediaQuery } from '@mantine/hooks';
import { useSession } from '../../api/session.ts';
import { changesOwnOnly } from '../../features/edit-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';

/** Fingers have no keys. */
export function EditHint({ item, layer }: { item: Item; layer: LayerInfo }) {
  const t = useTranslate();
  const isTouched = useMediaQuery('(hover: none)', false, { getInitialValueInEffect: false });
  const isOwnOnly = changesOwnOnly({ item, layer }, 'allowOthersToUpdate', useSession());
  return (
    <p className={classes.hint}>
      {isOwnOnly && `${t('item.data.edit-own-only')} `}
      {t(isTouched ? 'item.data.edit-hint-touch' : 'item.data.edit-hint')}
    </p>
  );
}
