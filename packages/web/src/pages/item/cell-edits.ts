// Values that were typed into a table and are not saved yet, by row and field: they outlive the rows that are drawn, and the table.
import type { WireField } from '@graticule/contract/services/layer';
import type { CellValue } from '../../features/cell-text.ts';
import type { TypedValue } from './save-value.ts';

/** What was typed into one cell, until it is saved or discarded. */
export interface CellEdit {
  objectId: number;
  typed: TypedValue;
  /** Why it was not saved; missing while it is being saved. */
  error?: Error;
  /** Typed and left, but no value of the field. */
  text?: string;
}

/** The edits of one row, by the names of fields. */
export type RowEdits = ReadonlyMap<string, CellEdit>;

/** How a value is saved, and what follows. */
export interface Saving {
  /** @throws what is told in the row */
  save: (objectId: number, typed: TypedValue) => Promise<void>;
  onSaved: (objectId: number, typed: TypedValue) => void;
  /** Ends when the table shows what was saved. */
  refresh: () => Promise<unknown>;
}

/** What stands in a cell when a change has been made or refused, and when the table shows it. */
interface Arrived {
  now: CellValue;
  shown?: Promise<unknown>;
}

/** The edits of one layer. A row keeps its object for as long as nothing in it changes. */
export class CellEdits {
  #rows: ReadonlyMap<number, RowEdits> = new Map();
  /** What stands in a cell once everything on its way has arrived. */
  readonly #underway = new Map<string, Promise<Arrived>>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): ReadonlyMap<number, RowEdits> => this.#rows;

  /** Two changes of one cell are saved one after the other. What stood there already is not saved, and takes a refused value back. */
  change(objectId: number, typed: TypedValue, saving: Saving): void {
    const { name } = typed.field;
    const key = `${objectId} ${name}`;
    const earlier = this.#underway.get(key);
    if (earlier === undefined && typed.value === (typed.before ?? null)) {
      if (this.discard(objectId, name)) void saving.refresh();
      return;
    }
    const edit: CellEdit = { objectId, typed };
    this.#put(edit);
    const arrived = this.#save(edit, earlier, saving);
    this.#underway.set(key, arrived);
    void arrived.then(async ({ shown }) => {
      await shown;
      if (this.#underway.get(key) === arrived) this.#underway.delete(key);
      if (this.#rows.get(objectId)?.get(name) === edit) this.discard(objectId, name);
    });
  }

  /** Keeps what is no value, with the reason, when its cell goes out of sight. */
  keep(objectId: number, field: WireField, before: CellValue, text: string): void {
    this.#put({ objectId, typed: { field, before, value: before ?? null }, text, error: new Error('This is no value of the field.') });
  }

  /** False where there is nothing. */
  discard(objectId: number, name: string): boolean {
    const row = this.#rows.get(objectId);
    if (!row?.has(name)) return false;
    this.#set(objectId, new Map([...row].filter(([each]) => each !== name)));
    return true;
  }

  /** Rows that are gone take with them what was typed into them. */
  forget(objectIds: readonly number[]): void {
    for (const objectId of objectIds) this.#set(objectId, new Map());
  }

  async #save(edit: CellEdit, earlier: Promise<Arrived> | undefined, { save, onSaved, refresh }: Saving): Promise<Arrived> {
    const { objectId } = edit;
    const typed = earlier === undefined ? edit.typed : { ...edit.typed, before: (await earlier).now };
    if (typed.value === (typed.before ?? null)) return { now: typed.before };
    try {
      await save(objectId, typed);
    } catch (error) {
      // what was typed into the cell since stands in its place
      if (this.#rows.get(objectId)?.get(typed.field.name) === edit)
        this.#put({ objectId, typed, error: error instanceof Error ? error : new Error(String(error)) });
      return { now: typed.before };
    }
    onSaved(objectId, typed);
    return { now: typed.value, shown: refresh() };
  }

  #put(edit: CellEdit): void {
    this.#set(edit.objectId, new Map(this.#rows.get(edit.objectId)).set(edit.typed.field.name, edit));
  }

  #set(objectId: number, row: RowEdits): void {
    const rows = new Map(this.#rows);
    if (row.size === 0) rows.delete(objectId);
    else rows.set(objectId, row);
    this.#rows = rows;
    for (const listener of this.#listeners) listener();
  }
}
