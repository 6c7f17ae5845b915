// The filter of a table in the address of the page, so that it outlives a reload and can be sent to others.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isCondition, type RowCondition, type RowFilter, whereClause } from '../../features/where-clause.ts';

const NAME = 'filter';
/** More conditions than people set; addresses may be written by anybody. */
const MOST_CONDITIONS = 20;

/** The filter as the address has it: the layer, how its conditions are joined, and field, condition, value, end of each, and whether its field holds times of day. */
export function writeFilter(layerId: number, { joined, conditions }: RowFilter): string {
  const written = conditions.map(({ field, condition, value, until, isTimed }) => {
    const first = [field, condition, value];
    if (isTimed) return [...first, until ?? null, true];
    return until === undefined ? first : [...first, until];
  });
  return JSON.stringify([layerId, joined, ...written]);
}

interface ReadFilter {
  layerId: number;
  filter: RowFilter;
}

/** What makes no sense in an address counts as absent. Whether the fields are there is asked where the clause is made. */
export function readFilter(text: string | null): ReadFilter | undefined {
  try {
    const [layerId, joined, ...written] = JSON.parse(text ?? 'null') as unknown[];
    if (typeof layerId !== 'number' || (joined !== 'and' && joined !== 'or')) return undefined;
    if (written.length === 0 || written.length > MOST_CONDITIONS) return undefined;
    const conditions = written.map(readCondition);
    return conditions.every((each) => each !== undefined) ? { layerId, filter: { joined, conditions } } : undefined;
  } catch {
    return undefined;
  }
}

function readCondition(written: unknown): RowCondition | undefined {
  if (!Array.isArray(written)) return undefined;
  const [field, condition, value, until, isTimed] = written as unknown[];
  if (typeof field !== 'string' || !isCondition(condition) || typeof value !== 'string') return undefined;
  return { field, condition, value, ...(typeof until === 'string' ? { until } : {}), ...(isTimed === true ? { isTimed } : {}) };
}

/** The layer that the filter in the address is about. */
export function useFilteredLayer(): number | undefined {
  const [search] = useSearchParams();
  return readFilter(search.get(NAME))?.layerId;
}

/** The filter of a layer, and what sets it. Rows that were reached from another row have one that is not in the address: it says nothing of the way there. */
export function useRowFilter(layer: LayerInfo, isScoped: boolean): [RowFilter | undefined, (filter: RowFilter | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const [own, setOwn] = useState<RowFilter>();
  const text = search.get(NAME);
  const kept = useMemo(() => {
    const read = readFilter(text);
    // a filter on fields that are gone is none
    return read?.layerId === layer.id && whereClause(read.filter, layer.fields) !== undefined ? read.filter : undefined;
  }, [text, layer]);
  const keep = useCallback(
    (filter: RowFilter | undefined) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (filter) next.set(NAME, writeFilter(layer.id, filter));
          else next.delete(NAME);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch, layer.id],
  );
  return isScoped ? [own, setOwn] : [kept, keep];
}
