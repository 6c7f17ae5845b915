// Binds the endpoints of publishing.
import type { PublishedService } from '@graticule/contract/content/publishing';
import * as contract from '@graticule/contract/content/publishing';
import { PortalError } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import { isServiceName, serviceNameAvailable, serviceNameFor } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { disposition, RawReply } from '../platform/http/reply.ts';
import type { Routes } from '../platform/http/routes.ts';
import { publishPackage, publishTiles } from '../tiles/index.ts';
import { analyzeFile } from './analyze.ts';
import { downloadExport } from './download.ts';
import { exportItem } from './export.ts';
import { generateCollection } from './generate.ts';
import { type PublishInput, publishFile } from './publish.ts';

/** A source that cannot be read is told in its own entry: clients look there for what became of it. */
async function publishOne(portal: Portal, caller: Caller, input: PublishInput): Promise<PublishedService> {
  if (
    /^featureService$/i.test(input.fileType) ||
    (/^vectorTiles$/i.test(input.outputType ?? '') && !/^vectorTilePackage$/i.test(input.fileType))
  )
    return publishTiles(portal, caller, input);
  const isPackage = /^vectorTilePackage$/i.test(input.fileType);
  try {
    return await (isPackage ? publishPackage(portal, caller, input) : publishFile(portal, caller, input));
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'UNREADABLE_FILE') throw error;
    return {
      type: isPackage ? 'Vector Tile Service' : 'Feature Service',
      success: false,
      error: { code: error.status, message: error.message, reasons: error.reasons },
    };
  }
}

/** Analyze, publish, export, generate. */
export function publishingRoutes(routes: Routes): void {
  routes.bind(contract.analyzeFile).to((portal, caller, input) => analyzeFile(portal, caller, input));
  routes.bind(contract.publishItem).to(async (portal, caller, input) => ({ services: [await publishOne(portal, caller, input)] }));
  routes.bind(contract.exportItem).to((portal, caller, input) => exportItem(portal, caller, input));
  routes.bind(contract.downloadLayers).to(async (portal, caller, input, http) => {
    const { fileName, mediaType, body } = await downloadExport(portal, caller, input, http.isHead);
    return new RawReply(mediaType, body, {
      headers: {
        'content-disposition': disposition('attachment', fileName),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      },
    });
  });
  routes.bind(contract.isServiceNameAvailable).to(async (portal, caller, { portal: id, name }) => {
    if (!/^self$/i.test(id) && id !== caller.orgId) throw refuse('publish-other-organisation');
    if (!isServiceName(name)) return { available: false };
    const full = await serviceNameFor(portal, caller.orgId, name);
    return { available: isServiceName(full) && (await serviceNameAvailable(portal, full)) };
  });
  routes
    .bind(contract.generateFeatures)
    .to(async (portal, caller, input) => ({ featureCollection: await generateCollection(portal, caller, input) }));
}
