// The types of a layer while they are changed: the field that says the type, a line for each, and whose fields are shown.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { useMemo, useRef, useState } from 'react';
import { typeField } from '../../features/subtypes.ts';
import { mayHaveDomain } from './domain-draft.ts';
import { isBlank, linesOf, proposedLines, type TypeLine, toldByLines } from './layer-types.ts';
import { fieldsOfTypes, saysSomething, untouched } from './type-drafts.ts';

/** The lines know their types by the places that these had when the dialog opened, or the latest was loaded; the layer may be read anew meanwhile. */
export function useTypesDraft(asOpened: LayerInfo) {
  const [layer, setLayer] = useState(asOpened);
  const before = typeField(layer);
  const offered = layer.fields.filter((field) => mayHaveDomain(field) || field === before);
  const [hasTypes, setHasTypes] = useState(true);
  const [name, setName] = useState(before?.name ?? null);
  const [lines, setLines] = useState<readonly TypeLine[]>(() => linesOf(layer));
  const [shown, setShown] = useState<number>();
  const proposed = useRef<readonly TypeLine[]>(undefined);
  const toldOf = useMemo(() => toldByLines(layer), [layer]);
  const field = offered.find((each) => each.name === name);
  const asked = fieldsOfTypes(layer.fields, field);
  const draftOf = (line: TypeLine) => line.own ?? untouched(toldOf(line));
  return {
    layer,
    before,
    offered,
    field,
    hasTypes,
    setHasTypes,
    lines,
    setLines,
    /** The place of the type whose fields are shown. */
    shown,
    setShown,
    /** The fields of which types can say something. */
    asked,
    /** The type before anybody typed; undefined for a new one. */
    toldOf,
    draftOf,
    says: (line: TypeLine) => saysSomething(asked, toldOf(line), draftOf(line)),
    choose: (chosen: string | null) => {
      setName(chosen);
      // a proposal that nobody touched goes with its field
      if (!isBlank(lines) && lines !== proposed.current) return;
      proposed.current = proposedLines(offered.find((each) => each.name === chosen));
      setLines(proposed.current);
    },
    load: (now: LayerInfo) => {
      setLayer(now);
      setHasTypes(true);
      setName(typeField(now)?.name ?? null);
      setLines(linesOf(now));
      setShown(undefined);
      proposed.current = undefined;
    },
  };
}

export type TypesDraft = ReturnType<typeof useTypesDraft>;
