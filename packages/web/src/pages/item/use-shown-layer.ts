// The fields of a layer as its table shows them: whether the moments of a column have a time of day is seen from their values.
import type { LayerInfo, WireFeature, WireField } from '@graticule/contract/services/layer';
import { useMemo, useRef } from 'react';
import { isWholeDay } from '../../features/date-values.ts';
import { kindOf } from '../../features/field-kinds.ts';

/** Fields whose moments have a time of day, most of the time: one of them at midnight is a moment like the others, and no day. */
export function momentFields(fields: readonly WireField[], rows: readonly WireFeature[]): string[] {
  return fields.flatMap((field) => {
    if (kindOf(field) !== 'date') return [];
    const moments = rows.flatMap(({ attributes }) => {
      const value = attributes[field.name];
      return typeof value === 'number' ? [value] : [];
    });
    const timed = moments.filter((moment) => !isWholeDay(moment)).length;
    return timed > 0 && timed * 2 >= moments.length ? [field.name] : [];
  });
}

/** Judges by the rows that are there. What was once seen to hold times stays so, that nothing changes while rows are scrolled through. */
export function useShownLayer(layer: LayerInfo, rows: ReadonlyMap<number, WireFeature>): LayerInfo {
  const known = useRef<readonly string[]>([]);
  const found = momentFields(layer.fields, [...rows.values()]).filter((name) => !known.current.includes(name));
  if (found.length > 0) known.current = [...known.current, ...found];
  const names = known.current;
  return useMemo(() => {
    if (names.length === 0) return layer;
    return { ...layer, fields: layer.fields.map((field) => (names.includes(field.name) ? { ...field, holdsTimes: true } : field)) };
  }, [layer, names]);
}
