// The names of item types in the reader's language.
import { itemType } from '@graticule/contract/item-types/classify';
import { useFindMessage } from '../language/use-language.ts';

/** Key of a type's name within the messages: `Web Map` is `web-map`. */
export function typeKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Gives the name of a type; types that no language knows keep their own. */
export function useTypeLabel(): (type: string) => string {
  const find = useFindMessage();
  return (type) => {
    const record = itemType(type);
    return find(`item-types.${typeKey(record.name)}`) ?? record.displayName ?? record.name;
  };
}
