// Every block of the matrix, for the test that runs it and the one that finds what is missing.
import { FEATURE_BLOCKS } from './features.table.ts';
import { GROUP_BLOCKS } from './groups.table.ts';
import { INVITATION_BLOCKS } from './invitations.table.ts';
import { ITEM_BLOCKS, UPLOAD_BLOCKS } from './items.table.ts';
import { ORGANISATION_BLOCKS } from './organisation.table.ts';
import { CONTENT_BLOCKS, MEMBER_BLOCKS, OWN_BLOCKS, PROFILE_BLOCKS, SELF_BLOCKS } from './people.table.ts';
import type { Block } from './table.ts';

export const ALL_BLOCKS: readonly Block[] = [
  ITEM_BLOCKS,
  UPLOAD_BLOCKS,
  FEATURE_BLOCKS,
  GROUP_BLOCKS,
  PROFILE_BLOCKS,
  MEMBER_BLOCKS,
  OWN_BLOCKS,
  CONTENT_BLOCKS,
  SELF_BLOCKS,
  ORGANISATION_BLOCKS,
  INVITATION_BLOCKS,
].flat();
