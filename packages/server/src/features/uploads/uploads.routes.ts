// Binds the addresses of files that are sent to a service.
import * as contract from '@graticule/contract/services/append';
import type { Routes } from '../../platform/http/routes.ts';
import * as uploads from './uploads.ts';

function uploadView(row: uploads.UploadRow): contract.ServiceUpload {
  return {
    itemID: row.id,
    itemName: row.name,
    description: row.description,
    date: row.created.getTime(),
    committed: row.key !== null,
  };
}

const made = (row: uploads.UploadRow): { success: true; item: contract.ServiceUpload } => ({ success: true, item: uploadView(row) });

/** Sending files, whole or in parts. */
export function uploadRoutes(routes: Routes): void {
  routes.bind(contract.listUploads).to(async (portal, caller, { service }) => ({
    uploads: (await uploads.ownUploads(portal, caller, service)).map(uploadView),
  }));
  routes
    .bind(contract.uploadFile)
    .to(async (portal, caller, { service, ...input }) => made(await uploads.takeUpload(portal, caller, service, input)));
  routes
    .bind(contract.registerUpload)
    .to(async (portal, caller, { service, ...input }) => made(await uploads.beginUpload(portal, caller, service, input)));
  routes.bind(contract.describeUpload).to(async (portal, caller, address) => uploadView(await uploads.ownUpload(portal, caller, address)));
  routes.bind(contract.uploadPart).to(async (portal, caller, { service, upload, partId, partFile }) => {
    await uploads.takePart(portal, caller, { service, upload }, { partId, partFile });
    return { ...made(await uploads.ownUpload(portal, caller, { service, upload })), partId };
  });
  routes.bind(contract.listUploadParts).to(async (portal, caller, address) => ({
    parts: await uploads.partNumbers(portal, caller, address),
  }));
  routes
    .bind(contract.commitUpload)
    .to(async (portal, caller, { service, upload, parts }) =>
      made(await uploads.joinUpload(portal, caller, { service, upload }, parts ?? [])),
    );
  routes.bind(contract.deleteUpload).to(async (portal, caller, address) => {
    await uploads.dropUpload(portal, caller, address);
    return { success: true as const };
  });
}
