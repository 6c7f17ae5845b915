// Of a layer with very many fields the first few are shown, those that are looked for, or all once somebody asks for them.
import type { WireField } from '@graticule/contract/services/layer';
import { useCallback, useRef, useState } from 'react';
import { useFoundFields } from '../../features/FieldFinder.tsx';
import { useFocusAfter } from '../../ui/focus-after.ts';

/** So many are shown at first. */
const FEW = 20;
/** A page of so many is still read to its end; a button for one more field would be no help. */
const BEARABLE = 26;

/**
 * Fields that were added meanwhile are shown, wherever they stand. Each is drawn in `list` with its name as `data-field`; those that were shown
 * once are drawn for good, so that what was typed there outlives a search. Those where something was refused are shown whatever is looked for.
 */
export function useFewFields(fields: readonly WireField[]) {
  const { found, finder } = useFoundFields(fields);
  const [atFirst] = useState(() => new Set(fields.map(({ name }) => name)));
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const isSearching = found.length < fields.length;
  // one field more or less than there were does not hide others
  const isFew = !isAll && atFirst.size > BEARABLE && (!isSearching || found.length > BEARABLE);
  const { pinned, keepPinned, pinRefused } = usePinned();
  const shown = isFew ? found.filter(({ name }, at) => at < FEW || !atFirst.has(name) || pinned.has(name)) : found;
  const isShown = new Set([...shown.map(({ name }) => name), ...pinned]);
  const wasDrawn = useRef(new Set<string>());
  for (const name of isShown) wasDrawn.current.add(name);
  const drawn = fields.filter(({ name }) => wasDrawn.current.has(name)).map((field) => ({ field, isHidden: !isShown.has(field.name) }));
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
  const onWanted = (wanted: string) => {
    keepPinned();
    finder.onWanted(wanted);
  };
  return {
    list,
    finder: { ...finder, onWanted },
    pinRefused,
    drawn,
    count: found.length,
    isCut: shown.length < found.length,
    isSearching,
    showAll,
  };
}

/** The fields where something is refused. Once that is mended they stay in sight until something else is looked for: people are at them. */
function usePinned() {
  const refused = useRef(new Map<string, string>());
  const [pinned, setPinned] = useState<ReadonlySet<string>>(new Set());
  const pinRefused = useCallback((name: string, part: string, isRefused: boolean) => {
    const key = `${part} ${name}`;
    if (!isRefused) {
      refused.current.delete(key);
      return;
    }
    refused.current.set(key, name);
    setPinned((before) => new Set([...before, name]));
  }, []);
  return { pinned, keepPinned: () => setPinned(new Set(refused.current.values())), pinRefused };
}
