// The fields of an item that a client may send, shared by adding, updating and committing.
import { csv, file, flag, json, text } from '../param.ts';
import { extent } from './extent.ts';

/** Marks of an item: none, vouched for by the organisation (inside or to everybody), or no longer to be used. */
export const CONTENT_STATUSES = ['', 'org_authoritative', 'public_authoritative', 'deprecated'] as const;

export type ContentStatus = (typeof CONTENT_STATUSES)[number];

/** Fields that say something of an item of any origin, also of one that the portal makes itself. */
export const itemWords = {
  title: text(),
  tags: csv(),
  typeKeywords: csv({ aliases: ['typekeywords'] }),
  description: text(),
  snippet: text(),
  accessInformation: text({ aliases: ['accessinformation'] }),
  licenseInfo: text({ aliases: ['licenseinfo'] }),
  documentation: text(),
  culture: text(),
  extent: extent(),
  categories: csv(),
  properties: json<Record<string, unknown> | null>(),
  commentsEnabled: flag(),
};

/** Descriptive fields. */
export const itemFields = {
  ...itemWords,
  type: text(),
  spatialReference: text({ aliases: ['spatialreference'] }),
  contentStatus: text({ aliases: ['contentstatus'] }),
  thumbnail: file(),
  thumbnailurl: text({ aliases: ['thumbnailURL', 'thumbnailUrl'] }),
};

/** The data of an item: one of a file, text, or an address. */
export const itemData = {
  file: file(),
  text: text(),
  url: text(),
  dataUrl: text({ aliases: ['dataurl'] }),
  filename: text({ aliases: ['fileName'] }),
};
