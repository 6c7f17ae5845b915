// Endpoints of one item as anybody who may see it reads it.
import { getItem, getItemData, getItemInfo, getItemPackageFile, getItemPackageInfo, getPackages } from '@graticule/contract/content/items';
import { fail } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { pictureReply } from '../platform/http/picture-reply.ts';
import { disposition, RawReply, spokenFileReply, storedFileReply } from '../platform/http/reply.ts';
import type { HttpFacts } from '../platform/http/request.ts';
import type { Routes } from '../platform/http/routes.ts';
import type { ItemWithRight } from '../schema/content.ts';
import { itemInfoXml, packageInfoXml } from './item-info.view.ts';
import { itemControl } from './items.rules.ts';
import { countLook, lookAtItem, requireItem } from './items.ts';
import { itemView } from './items.view.ts';
import { mediaTypeOf } from './media-types.rules.ts';
import { spokenRefusals } from './refused-rows-file.ts';
import { requireInfoFile } from './resources.ts';

/** Binds the endpoints of this file. */
export function itemRoutes(routes: Routes): void {
  routes.bind(getItem).to(
    async (portal, caller, input) => {
      const item = await lookAtItem(portal, caller, input.id);
      const control = itemControl(caller, item);
      return itemView(item, caller.baseUrl, { control, forManager: control === 'admin' });
    },
    { early: true },
  );

  routes.bind(getItemData).to(async (portal, caller, input, http) => {
    const item = await requireItem(portal, caller, input.id);
    if (!http.isHead) countLook(portal, caller, item);
    // Clients take an empty body for "no data"; a 404 would be shown as a failure.
    if (item.data_key === null) return new RawReply('application/json; charset=utf-8', '');
    return storedFileReply(portal.files, http, {
      key: item.data_key,
      sizeBytes: item.data_bytes,
      contentType: item.data_type ?? 'application/octet-stream',
      ...(item.data_kind === 'file' ? { fileName: item.name ?? item.title } : {}),
      etag: item.data_key,
    });
  });

  routes.bind(getItemInfo).to(async (portal, caller, input, http) => {
    const item = await requireItem(portal, caller, input.id);
    if (input['*'].toLowerCase() === 'iteminfo.xml') return xmlReply(itemInfoXml(item, caller.baseUrl), 'iteminfo.xml');
    if (OF_PUBLISHING.test(input['*']) && itemControl(caller, item) === 'view') throw fail('FORBIDDEN');
    if (REFUSED_ROWS.test(input['*'])) {
      const { file, spoken } = await spokenRefusals(portal, caller, await requireInfoFile(portal, item, input['*']));
      return spokenFileReply(portal.files, http, file, spoken);
    }
    return infoReply(portal, item, input['*'], input.w, http);
  });

  routes.bind(getPackages).to(async (portal, caller, input) => {
    await requireItem(portal, caller, input.id);
    return { packages: [] };
  });
  for (const [endpoint, ending] of [
    [getItemPackageInfo, 'pkinfo'],
    [getItemPackageFile, 'pitem'],
  ] as const) {
    routes.bind(endpoint).to((portal, caller, input) => packageReply(portal, caller, input.id, ending));
  }
}

/** What publishing left out tells values of the file that the layer does not show: it is for those who may change the item. */
const OF_PUBLISHING = /^(publishReport\.json|refusedRows\.csv|refusedRows\/.*)$/i;
const REFUSED_ROWS = /^refusedRows(\.csv|\/.*)$/i;

async function infoReply(portal: Portal, item: ItemWithRight, path: string, width: number | undefined, http: HttpFacts): Promise<RawReply> {
  if (path.toLowerCase().startsWith('thumbnail/')) {
    // Any name below thumbnail/ gives the present picture: addresses that were kept stay good after a change.
    if (item.thumbnail_key === null) throw fail('FILE_NOT_FOUND');
    const contentType = mediaTypeOf(item.thumbnail_name ?? '');
    const isPublic = item.access === 'public';
    const sizeBytes = await portal.files.sizeOf(item.thumbnail_key);
    return pictureReply(portal.files, http, {
      key: item.thumbnail_key,
      sizeBytes,
      contentType,
      etag: item.thumbnail_key,
      isPublic,
      width,
    });
  }
  const file = await requireInfoFile(portal, item, path);
  return storedFileReply(portal.files, http, {
    key: file.key,
    sizeBytes: file.size_bytes,
    contentType: mediaTypeOf(file.path),
    fileName: file.path.split('/').at(-1),
    etag: file.key,
  });
}

async function packageReply(portal: Portal, caller: Caller, id: string, ending: string): Promise<RawReply> {
  const item = await requireItem(portal, caller, id);
  return xmlReply(packageInfoXml(item, caller.baseUrl), `item.${ending}`);
}

function xmlReply(text: string, fileName: string): RawReply {
  return new RawReply('application/xml; charset=utf-8', text, {
    headers: {
      'content-disposition': disposition('attachment', fileName),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
}
