// What was typed into the table of a layer and is not saved yet.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';
import { warnOfLeaving } from '../../ui/unfinished-work.ts';
import { type CellEdit, CellEdits, type RowEdits } from './cell-edits.ts';
import { saveValue, type TypedValue } from './save-value.ts';
import { renewRows } from './use-rows.ts';
import type { Change } from './use-undo.ts';

/** Of every layer that was open in this window, by who opened it. */
const kept = new Map<string, CellEdits>();

function editsOf(key: string): CellEdits {
  const edits = kept.get(key) ?? new CellEdits();
  kept.set(key, edits);
  return edits;
}

// the browser asks before it closes the page on them, whatever is shown of it
window.addEventListener('beforeunload', (event) => {
  if ([...kept.values()].some((edits) => edits.current().size > 0)) warnOfLeaving(event);
});

/** The same edits each time a table of the layer is opened. */
export function useCellEdits(itemId: string, service: string, layer: LayerInfo, onChanged: (change: Change) => void) {
  const client = useQueryClient();
  const username = useSession().user?.username ?? '';
  const edits = editsOf(JSON.stringify([username, itemId, layer.id]));
  const rows = useSyncExternalStore(edits.subscribe, edits.current);
  const actions = useMemo(() => {
    const refresh = () => renewRows(client, itemId, layer.id);
    const saving = {
      save: (objectId: number, typed: TypedValue) => saveValue(service, layer, objectId, typed),
      onSaved: (objectId: number, { field, before, value }: TypedValue) => onChanged({ objectId, field, before, after: value }),
      refresh,
    };
    return {
      change: (objectId: number, typed: TypedValue) => edits.change(objectId, typed, saving),
      keep: edits.keep.bind(edits),
      forget: edits.forget.bind(edits),
      /** The cell shows what stands there now. */
      discard: (objectId: number, name: string) => {
        edits.discard(objectId, name);
        void refresh();
      },
    };
  }, [client, edits, itemId, service, layer, onChanged]);
  return { rows, ...actions, actions };
}

/** What a row does with what is typed into it. */
export type EditActions = ReturnType<typeof useCellEdits>['actions'];

/** Those of a row that were refused. */
export function unsavedOf(row: RowEdits | undefined): CellEdit[] {
  return [...(row?.values() ?? [])].filter(({ error }) => error !== undefined);
}
