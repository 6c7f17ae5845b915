// Endpoints of the files kept with features.
import { endpoint } from '../endpoint.ts';
import { csv, file, flag, integer, required, text } from '../param.ts';
import type { EditResult, WireField } from './layer.ts';

const FL = '/rest/services/Hosted/:service/FeatureServer/:layer';
const FEATURE = `${FL}/:objectId` as const;
const change = { method: 'change' } as const;

/** A file of a feature. */
export interface AttachmentInfo {
  id: number;
  globalId: string;
  parentObjectId?: number;
  parentGlobalId?: string;
  name: string;
  contentType: string;
  size: number;
  keywords: string;
  url?: string;
  exifInfo?: null;
}

/** The files of one feature in the answer to `queryAttachments`. */
export interface AttachmentGroup {
  parentObjectId: number;
  parentGlobalId: string;
  count?: number;
  attachmentInfos?: AttachmentInfo[];
}

export const listAttachments = endpoint<{ attachmentInfos: AttachmentInfo[] }>()(
  `${FEATURE}/attachments`,
  {},
  { summary: 'The files of a feature' },
);

export const getAttachment = endpoint<never>()(
  `${FEATURE}/attachments/:attachment`,
  { w: integer() },
  { manner: 'file', summary: 'A file of a feature; of a picture with `w` a small one, at least so many pixels across up to 480' },
);

export const addAttachment = endpoint<{ addAttachmentResult: EditResult; editMoment?: number }>()(
  `${FEATURE}/addAttachment`,
  { attachment: file(), uploadId: text(), keywords: text(), globalId: text(), returnEditMoment: flag() },
  { ...change, summary: 'Adds a file to a feature: one that comes with the call, or an upload to the service' },
);

export const updateAttachment = endpoint<{ updateAttachmentResult: EditResult; editMoment?: number }>()(
  `${FEATURE}/updateAttachment`,
  { attachmentId: required(integer()), attachment: file(), uploadId: text(), keywords: text(), returnEditMoment: flag() },
  { ...change, summary: 'Replaces a file of a feature' },
);

export const deleteAttachments = endpoint<{ deleteAttachmentResults: EditResult[]; editMoment?: number }>()(
  `${FEATURE}/deleteAttachments`,
  { attachmentIds: required(csv()), rollbackOnFailure: flag(), returnEditMoment: flag() },
  { ...change, summary: 'Removes files of a feature' },
);

export const queryAttachments = endpoint<{ fields: WireField[]; attachmentGroups: AttachmentGroup[] }>()(
  `${FL}/queryAttachments`,
  {
    objectIds: text(),
    globalIds: csv(),
    definitionExpression: text({ aliases: ['where'] }),
    attachmentsDefinitionExpression: text(),
    attachmentTypes: csv(),
    size: text(),
    keywords: csv(),
    returnUrl: flag(),
    returnMetadata: flag(),
    returnCountOnly: flag(),
    resultOffset: integer(),
    resultRecordCount: integer(),
    orderByFields: text(),
  },
  { summary: 'The files of many features' },
);
