// The colour of an item, by what it is.
import type { ItemType } from '@graticule/contract/item-types/item-type';

/** The token of the colour of a type. */
export function classColour(type: ItemType): string {
  return `var(--class-${type.filter === 'tools' ? 'tool' : type.class})`;
}
