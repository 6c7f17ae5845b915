// Binds the addresses of the built-in basemap. Everybody may read it, as the pages of the portal.
import { refuse } from '@graticule/contract/refusals/refusal';
import * as contract from '@graticule/contract/services/basemap';
import type { BasemapScheme } from '@graticule/geo/basemap/palette';
import type { Caller } from '../platform/caller.ts';
import { RawReply } from '../platform/http/reply.ts';
import type { Routes } from '../platform/http/routes.ts';
import { basemapInfo, basemapStyle, basemapTile, basemapTileJson, namesFor } from './basemap.ts';
import { lettersOf } from './hosted-files.ts';
import { fileReply, tileReply } from './tile-replies.routes.ts';
import { STYLE_INFO } from './tile-service.ts';
import { readAddress, withoutExtension } from './tiles.ts';

/** The basemap as other clients draw it. */
export function basemapRoutes(routes: Routes): void {
  routes.bind(contract.basemapService).to(async () => basemapInfo());
  routes.bind(contract.basemapTileJson).to(async (_portal, caller) => basemapTileJson(caller.baseUrl));
  routes.bind(contract.basemapStyles).to(async (_portal, caller) => styleReply('light', caller, '../../'));
  routes.bind(contract.basemapStyle).to(async (_portal, caller) => styleReply('light', caller, '../../'));
  routes.bind(contract.basemapDarkStyle).to(async (_portal, caller) => styleReply('dark', caller, '../../../'));
  routes.bind(contract.basemapStyleInfo).to(async () => STYLE_INFO);
  routes.bind(contract.basemapGlyphs).to(async (_portal, _caller, { fonts, range }, http) => {
    const letters = await lettersOf(fonts, withoutExtension(range));
    if (letters === undefined) throw refuse('tile-file', { path: `fonts/${fonts}/${range}`.slice(0, 200) });
    return fileReply(letters, http, true);
  });
  routes
    .bind(contract.basemapTile)
    .to(async (portal, _caller, { z, y, x }, http) =>
      tileReply(await basemapTile(portal, readAddress(z, withoutExtension(x), y)), http, 'day'),
    );
}

/** Names are in the language of whoever asks. */
function styleReply(scheme: BasemapScheme, { languages }: Caller, root: string): RawReply {
  const style = JSON.stringify(basemapStyle(scheme, namesFor(languages), root));
  return new RawReply('application/json; charset=utf-8', style, {
    headers: { 'cache-control': 'public, max-age=3600', vary: 'accept-language' },
  });
}
