// In place of the table of a layer whose rows are not for this person to read.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import type { Session } from '../../api/session.ts';
import { editRights } from '../../features/edit-rights.ts';
import { mayEdit } from '../../item-actions/item-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { StatePage } from '../../ui/StatePage.tsx';
import classes from './DataTable.module.css';
import { RowsBar } from './RowsBar.tsx';
import { useEditRights } from './use-edit-rights.ts';

/** Whether the owner lets nobody read the rows, and the person is not among those who see them all the same; the portal decides the same again. */
export function isClosedTo(item: Item, layer: Pick<LayerInfo, 'capabilities'>, session: Session): boolean {
  const lets = layer.capabilities.split(',').some((word) => word.trim() === 'Query');
  return !lets && !mayEdit(item, session) && !editRights(item, { capabilities: '' }, session).update;
}

/** Rows are added all the same where the layer takes them. */
export function ClosedLayer({ item, service, layer }: { item: Item; service: string; layer: LayerInfo }) {
  const t = useTranslate();
  const { create } = useEditRights(item, service)(layer);
  return (
    <StatePage isInline title={t('item.data.closed')} text={t(create ? 'item.data.closed-adds' : 'item.data.closed-text')}>
      <div className={classes.closed}>
        <RowsBar rights={{ create, remove: false }} service={service} layer={layer} chosen={NONE} onGone={nothing} onClear={nothing} />
      </div>
    </StatePage>
  );
}

const NONE: ReadonlySet<number> = new Set();
const nothing = () => undefined;
