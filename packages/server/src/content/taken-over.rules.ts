// What an item that is made from another one, such as a layer from a file or an export from a layer, says about itself at first.
import type { ItemRow } from '../schema/content.ts';

type TakenOver = Pick<ItemRow, 'folder_id' | 'tags' | 'description' | 'snippet' | 'access_information' | 'license_info'>;

/** The texts of the other item, and its folder where both have one owner; nothing of an item that is not there. */
export function takenOver(from: (TakenOver & Pick<ItemRow, 'owner'>) | null, owner: string): TakenOver {
  return {
    folder_id: from?.owner === owner ? from.folder_id : null,
    tags: from?.tags ?? [],
    description: from?.description ?? null,
    snippet: from?.snippet ?? null,
    access_information: from?.access_information ?? null,
    license_info: from?.license_info ?? null,
  };
}
