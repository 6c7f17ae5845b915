// The names of item types in the reader's language.
import { itemType } from '@graticule/contract/item-types/classify';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import { useFindMessage } from '../language/use-language.ts';

/** Key of a type's name within the messages: `Web Map` is `web-map`. */
export function typeKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Gives the name of a type, and of an item whether it is a view of another; types that no language knows keep their own. */
export function useTypeLabel(): (type: string, item?: Parameters<typeof hasKeyword>[0]) => string {
  const find = useFindMessage();
  return (type, item) => {
    const record = itemType(type);
    const key = `item-types.${typeKey(record.name)}`;
    const ofView = item && hasKeyword(item, TYPE_KEYWORDS.viewService) ? find(`${key}-view`) : undefined;
    return ofView ?? find(key) ?? record.displayName ?? record.name;
  };
}
