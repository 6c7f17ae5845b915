// Endpoints that share items with everyone, the organisation and groups, and take sharing back.
import { endpoint } from '../endpoint.ts';
import { csv, flag, required } from '../param.ts';
import type { BulkResult } from './user-content.ts';

const users = '/sharing/rest/content/users/:username';
const items = '/sharing/rest/content/items/:id';

const shareParams = {
  everyone: flag(),
  org: flag({ aliases: ['account'] }),
  groups: csv(),
  confirmItemControl: flag(),
};

/** Groups that could not be added are named, not an error. */
export interface ShareReply {
  notSharedWith: string[];
  itemId: string;
}

export interface UnshareReply {
  notUnsharedFrom: string[];
  itemId: string;
}

export const shareUserItem = endpoint<ShareReply>()(`${users}/items/:id/share`, shareParams, {
  method: 'change',
  needs: 'user',
  summary: 'Sets who may see an item of a person',
});

export const shareItem = endpoint<ShareReply>()(`${items}/share`, shareParams, {
  method: 'change',
  needs: 'user',
  summary: 'Sets who may see an item; members of a group may share what they see',
});

export const shareItems = endpoint<{ results: (BulkResult & { notSharedWith?: string[] })[] }>()(
  `${users}/shareItems`,
  { items: required(csv()), ...shareParams },
  { method: 'change', needs: 'user', summary: 'Sets who may see several items' },
);

export const unshareUserItem = endpoint<UnshareReply>()(
  `${users}/items/:id/unshare`,
  { groups: required(csv()) },
  { method: 'change', needs: 'user', summary: 'Takes an item of a person out of groups' },
);

export const unshareItem = endpoint<UnshareReply>()(
  `${items}/unshare`,
  { groups: required(csv()) },
  { method: 'change', needs: 'user', summary: 'Takes an item out of groups' },
);

export const unshareItems = endpoint<{ results: (BulkResult & { notUnsharedFrom?: string[] })[] }>()(
  `${users}/unshareItems`,
  { items: required(csv()), groups: required(csv()) },
  { method: 'change', needs: 'user', summary: 'Takes several items out of groups' },
);
