// Above the table: how many values are not saved, and the way to them, however far off their rows are.
import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import type { CellEdit, RowEdits } from './cell-edits.ts';
import { RowFault } from './RowFault.tsx';
import classes from './UnsavedValues.module.css';
import { type EditActions, unsavedOf } from './use-cell-edits.ts';
import { placeOf, type RowsRequest } from './use-rows.ts';

interface Props {
  rows: ReadonlyMap<number, RowEdits>;
  request: RowsRequest;
  actions: EditActions;
  /** Shows the row at a place, from 0. */
  onShow: (place: number, edit: CellEdit) => void;
  /** Stands there while everything is saved. */
  children: ReactNode;
}

/** Goes from one to the next. What is not among the rows that are shown is dealt with here. */
export function UnsavedValues({ rows, request, actions, onShow, children }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const client = useQueryClient();
  const [turn, setTurn] = useState(0);
  const [apart, setApart] = useState<CellEdit>();
  const pressed = useRef<Element>(null);
  const unsaved = [...rows.values()].flatMap(unsavedOf);
  const next = unsaved[turn % unsaved.length];
  const going = useMutation({
    mutationFn: (edit: CellEdit) => placeOf(client, request, edit.objectId).catch(() => undefined),
    onSuccess: (place, edit) => {
      // whoever went elsewhere meanwhile is left there
      if (pressed.current !== document.activeElement) return;
      setTurn(unsaved.indexOf(edit) + 1);
      setApart(place === undefined ? edit : undefined);
      if (place !== undefined) onShow(place, edit);
    },
  });
  const go = (edit: CellEdit) => {
    if (going.isPending) return;
    pressed.current = document.activeElement;
    going.mutate(edit);
  };
  if (next === undefined) return children;
  return (
    <>
      <p className={classes.unsaved}>
        <strong role="status">{t('item.data.unsaved', { count: unsaved.length, shown: format.number(unsaved.length) })}</strong>
        <Button size="compact-sm" variant="default" onClick={() => go(next)}>
          {t(unsaved.length > 1 ? 'item.data.unsaved-next' : 'item.data.unsaved-show')}
        </Button>
      </p>
      {apart && unsaved.includes(apart) && (
        <Alert color="vermilion" mb="sm" role="alert">
          <RowFault
            edit={apart}
            onSave={(typed) => actions.change(apart.objectId, typed)}
            onGiveUp={() => actions.discard(apart.objectId, apart.typed.field.name)}
          />
        </Alert>
      )}
    </>
  );
}
