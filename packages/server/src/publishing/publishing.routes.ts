// Binds the endpoints of publishing.
import * as contract from '@graticule/contract/content/publishing';
import { fail } from '@graticule/contract/errors';
import { isServiceName, serviceNameAvailable, serviceNameFor } from '../features/index.ts';
import { disposition, RawReply } from '../platform/http/reply.ts';
import type { Routes } from '../platform/http/routes.ts';
import { analyzeFile } from './analyze.ts';
import { downloadExport } from './download.ts';
import { exportItem } from './export.ts';
import { generateCollection } from './generate.ts';
import { publishFile } from './publish.ts';

/** Analyze, publish, export, generate. */
export function publishingRoutes(routes: Routes): void {
  routes.bind(contract.analyzeFile).to((portal, caller, input) => analyzeFile(portal, caller, input));
  routes.bind(contract.publishItem).to(async (portal, caller, input) => ({ services: [await publishFile(portal, caller, input)] }));
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
    if (!/^self$/i.test(id) && id !== caller.orgId) throw fail('FORBIDDEN');
    if (!isServiceName(name)) return { available: false };
    const full = await serviceNameFor(portal, caller.orgId, name);
    return { available: isServiceName(full) && (await serviceNameAvailable(portal, full)) };
  });
  routes
    .bind(contract.generateFeatures)
    .to(async (portal, caller, input) => ({ featureCollection: await generateCollection(portal, caller, input) }));
}
