// The door of content: items, folders, sharing and what belongs to an item.

export type { ItemRow } from '../schema/content.ts';
export { addItem, updateItem } from './add-item.ts';
export { commentsOfMember } from './comments.ts';
export { contentRoutes } from './content.routes.ts';
export { enqueueExpiry, expireItemsJob } from './expire-items.job.ts';
export { endGrants, grantItem } from './grants.store.ts';
export { freeBytes, noRoom, requireRoom, requireWithinQuota } from './item-data.ts';
export { fieldColumns, type ItemFieldsInput, safeFileName } from './item-fields.ts';
export { itemSortKeys } from './item-sorts.rules.ts';
export { isAdminOf, mayDo } from './items.rules.ts';
export { insertItem, itemById, updateItemRow } from './items.store.ts';
export { folderNamed, newId, requireItem, requirePerson, requireUserItem } from './items.ts';
export { itemView } from './items.view.ts';
export { joinPartsJob } from './join-parts.job.ts';
export { itemsOfMember } from './joining.ts';
export { type ItemLifecycle, registerItemLifecycle } from './lifecycle.ts';
export { writeViews } from './looks.ts';
export { endingOf, mediaTypeOf } from './media-types.rules.ts';
export { describePage } from './page-heads.ts';
export { purgeOrganisation } from './purge-organisation.ts';
export { ensureReferences, readReferencesJob } from './read-references.job.ts';
export { recycleBinOfMember } from './recycle-bin.ts';
export { findRelatedItems, partItems, relate } from './relationships.ts';
export type { ResourceRow } from './resources.store.ts';
export { removeInfoFile, requireInfoFile, storeInfoFile } from './resources.ts';
export { groupContentLifecycle, shareItem } from './sharing.ts';
export { takenOver } from './taken-over.rules.ts';
