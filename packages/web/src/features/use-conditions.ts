// Conditions on the rows of a layer while they are being put together.
import { useState } from 'react';
import type { ShownField } from './field-kinds.ts';
import { conditionClause, isBlank, type RowCondition, type RowFilter } from './where-clause.ts';

const BLANK: RowCondition = { field: '', condition: 'is', value: '' };
const MOST = 20;

/** What was put together so far. */
export interface Conditions {
  drafts: readonly RowCondition[];
  joined: RowFilter['joined'];
  /** Whether there is anything to look at: a chosen field, or more than one line. */
  isBegun: boolean;
  /** Those with a field and something to look for, as a filter; none when there is no such. */
  filter: RowFilter | undefined;
  /** Numbers of the conditions whose values do not fit their fields. */
  faults: readonly number[];
  /** Those of them that are shown as wrong. */
  wrong: ReadonlySet<number>;
  canAdd: boolean;
  setJoined: (joined: RowFilter['joined']) => void;
  add: () => void;
  change: (index: number, next: RowCondition) => void;
  remove: (index: number) => void;
  clear: () => void;
  /** Shows what is wrong, from now until the next change. */
  showFaults: () => void;
}

/** Conditions without a field, and those on a text for which nothing was typed, are left out of the filter. */
export function useConditions(fields: readonly ShownField[], initial?: RowFilter): Conditions {
  const [drafts, setDrafts] = useState<readonly RowCondition[]>(initial?.conditions ?? [BLANK]);
  const [joined, setJoined] = useState<RowFilter['joined']>(initial?.joined ?? 'and');
  const [isChecked, setChecked] = useState(false);
  const chosen = drafts.filter(({ field }) => field !== '');
  const asked = chosen.filter((each) => !isBlank(each, fields));
  const faults = drafts.flatMap((each, i) => (each.field !== '' && conditionClause(each, fields) === undefined ? [i] : []));
  const put = (next: readonly RowCondition[]) => {
    setDrafts(next);
    setChecked(false);
  };
  return {
    drafts,
    joined,
    isBegun: chosen.length > 0 || drafts.length > 1,
    filter: asked.length > 0 ? { joined, conditions: asked.map((each) => withTimes(each, fields)) } : undefined,
    faults,
    wrong: new Set(isChecked ? faults : []),
    canAdd: drafts.length < MOST && chosen.length === drafts.length,
    setJoined,
    add: () => setDrafts([...drafts, BLANK]),
    change: (index, next) => put(drafts.map((each, i) => (i === index ? asOfItsField(next, each) : each))),
    remove: (index) => put(drafts.length > 1 ? drafts.filter((_, i) => i !== index) : [BLANK]),
    clear: () => put([BLANK]),
    showFaults: () => setChecked(true),
  };
}

/** Says with the condition what is known of its field by now, so that it chooses the same rows wherever it goes: an export, an address that is sent to others. */
function withTimes(condition: RowCondition, fields: readonly ShownField[]): RowCondition {
  return fields.find(({ name }) => name === condition.field)?.holdsTimes ? { ...condition, isTimed: true } : condition;
}

/** What was known of another field does not count for this one. */
function asOfItsField({ isTimed, ...next }: RowCondition, before: RowCondition): RowCondition {
  return isTimed && next.field === before.field ? { ...next, isTimed } : next;
}
