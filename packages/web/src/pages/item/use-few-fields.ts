// Of a layer with very many fields the first few are shown, those that are looked for, or all once somebody asks for them.
import type { WireField } from '@graticule/contract/services/layer';
import { useRef, useState } from 'react';
import { useFoundFields } from '../../features/FieldFinder.tsx';
import { useFocusAfter } from '../../ui/focus-after.ts';

/** So many are shown at first. */
const FEW = 20;
/** A page of so many is still read to its end; a button for one more field would be no help. */
const BEARABLE = 26;

/** Fields that were added meanwhile are shown, wherever they stand. Each is drawn in `list` with its name as `data-field`. */
export function useFewFields(fields: readonly WireField[]) {
  const { found, finder } = useFoundFields(fields);
  const [atFirst] = useState(() => new Set(fields.map(({ name }) => name)));
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const isCut = !isAll && found.length > BEARABLE;
  const shown = isCut ? found.filter(({ name }, at) => at < FEW || !atFirst.has(name)) : found;
  const showAll = () => {
    const next = found.find((field) => !shown.includes(field))?.name;
    setAll(true);
    // whoever asked for more reads on there
    focusAfter(() => {
      const first = [...(list.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find(({ dataset }) => dataset.field === next);
      if (first) first.tabIndex = -1;
      return first;
    });
  };
  return { list, finder, shown, count: found.length, isCut, showAll };
}
