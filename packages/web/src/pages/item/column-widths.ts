// How wide people made the columns of a table, kept for as long as the tab is open.
import { useCallback, useEffect, useState } from 'react';

/** By the names of fields; the column of tools has no name. @units pixels */
export type ColumnWidths = Readonly<Record<string, number>>;

export const NARROWEST = 64;
export const WIDEST = 1200;
/** The column of tools. */
export const TOOLS = '';

/** A width that a column may have. */
export function fittingWidth(width: number): number {
  return Math.round(Math.max(NARROWEST, Math.min(width, WIDEST)));
}

const nameOf = (itemId: string, layerId: number) => `graticule-columns-${itemId}-${layerId}`;

/** What makes no sense there counts as absent. */
function readWidths(name: string): ColumnWidths | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const widths = Object.entries(kept).flatMap(([field, width]) =>
      typeof width === 'number' && Number.isFinite(width) ? [[field, fittingWidth(width)] as const] : [],
    );
    return widths.length > 0 ? Object.fromEntries(widths) : undefined;
  } catch {
    return undefined;
  }
}

/** The widths of a layer's columns, undefined until one of them was changed; and what changes some. */
export function useColumnWidths(itemId: string, layerId: number) {
  const name = nameOf(itemId, layerId);
  const [widths, setWidths] = useState(() => readWidths(name));
  useEffect(() => {
    try {
      if (widths) sessionStorage.setItem(name, JSON.stringify(widths));
    } catch {
      // Where storage is blocked they last as long as the table.
    }
  }, [name, widths]);
  const change = useCallback((changed: ColumnWidths) => setWidths((before) => ({ ...before, ...changed })), []);
  return [widths, change] as const;
}
