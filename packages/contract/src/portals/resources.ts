// Endpoints of the files of an organisation.
import { endpoint } from '../endpoint.ts';
import { type Page, paging } from '../paging.ts';
import { file, required, text } from '../param.ts';

const base = '/sharing/rest/portals/:portal';

export const listPortalResources = endpoint<Page & { resources: { key: string; size: number }[] }>()(`${base}/resources`, paging, {
  summary: 'Files of the organisation; visitors see those that are public',
});

export const getPortalResource = endpoint<unknown>()(
  `${base}/resources/:key`,
  {},
  { manner: 'file', summary: 'A file of the organisation' },
);

export const addPortalResource = endpoint<{ success: true; key: string }>()(
  `${base}/addResource`,
  { key: required(text()), file: file(), text: text(), access: text<'public' | 'private'>() },
  { method: 'change', needs: 'portal:admin:manageWebsite', summary: 'Adds or replaces a file of the organisation' },
);

export const removePortalResource = endpoint<{ success: true }>()(
  `${base}/removeResource`,
  { key: required(text()) },
  { method: 'change', needs: 'portal:admin:manageWebsite', summary: 'Removes a file of the organisation' },
);
