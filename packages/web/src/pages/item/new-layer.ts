// An empty layer as somebody describes it, and its definition.
import type { FieldType, GeometryType } from '@graticule/contract/services/layer';
import { fieldNameOf, LONGEST_FIELD_NAME, RESERVED } from '../../item-actions/column-faults.ts';

/** What the layer is of; a table has no places. */
export const KINDS = ['esriGeometryPoint', 'esriGeometryPolyline', 'esriGeometryPolygon', 'table'] as const;
export type LayerKind = (typeof KINDS)[number];

/** Types that fields of a new layer mostly have; others are added on the page of the layer. */
export const TYPES = [
  'esriFieldTypeString',
  'esriFieldTypeInteger',
  'esriFieldTypeDouble',
  'esriFieldTypeDate',
  'esriFieldTypeDateOnly',
] as const satisfies readonly FieldType[];

export interface FieldWish {
  /** Tells the lines apart while they come and go. */
  key: number;
  words: string;
  type: (typeof TYPES)[number];
}

/** Of the texts of a new field, unless somebody says otherwise. */
export const TEXT_LENGTH = 256;

/** The names of the fields: of their words, with a number where those are taken or have no plain letters. */
export function namesOf(wishes: readonly Pick<FieldWish, 'words'>[]): string[] {
  const taken = new Set(RESERVED);
  return wishes.map(({ words }, at) => {
    const stem = (fieldNameOf(words) || `field_${at + 1}`).slice(0, LONGEST_FIELD_NAME - 3);
    let name = stem;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** What `addToDefinition` of the service is sent. Lines without words are left out. */
export function definitionOf(name: string, kind: LayerKind, wishes: readonly FieldWish[]): object {
  const asked = wishes.filter(({ words }) => words.trim() !== '');
  const names = namesOf(asked);
  const fields = asked.map(({ words, type }, at) => ({
    name: names[at],
    alias: words.trim(),
    type,
    ...(type === 'esriFieldTypeString' ? { length: TEXT_LENGTH } : {}),
  }));
  if (kind === 'table') return { tables: [{ name, type: 'Table', fields }] };
  return { layers: [{ name, type: 'Feature Layer', geometryType: kind satisfies GeometryType, fields }] };
}
