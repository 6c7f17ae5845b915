// Binds the addresses that tell about services beside their layers: estimates, relationships, what the item says.
import { refuse } from '@graticule/contract/refusals/refusal';
import * as contract from '@graticule/contract/services/feature-operations';
import { type ItemRow, itemView, mediaTypeOf, requireInfoFile } from '../content/index.ts';
import type { Portal } from '../platform/context.ts';
import { type RawReply, storedFileReply } from '../platform/http/reply.ts';
import type { HttpFacts } from '../platform/http/request.ts';
import type { Routes } from '../platform/http/routes.ts';
import { estimatesOf } from './estimates.ts';
import type { HostedLayer, HostedService } from './layers.rules.ts';
import { findLayer, findService, serviceUrl } from './services.ts';

/** Facts about services. */
export function serviceInfoRoutes({ bind }: Routes): void {
  bind(contract.layerEstimates).to((portal, caller, address) => estimatesOf(portal, caller, address));
  bind(contract.serviceRelationships).to(async (portal, caller, { service: name }) => ({
    relationships: relationshipsOf((await findService(portal, caller, name)).service),
  }));
  for (const address of [contract.serviceItemInfo, contract.serviceInfo])
    bind(address).to(async (portal, caller, { service: name }) => {
      const { item, service } = await findService(portal, caller, name);
      return itemInfoView(item, service, caller.baseUrl);
    });
  bind(contract.serviceMetadata).to(async (portal, caller, { service: name }, http) =>
    metadataReply(portal, (await findService(portal, caller, name)).item, http),
  );
  bind(contract.layerMetadata).to(async (portal, caller, address, http) =>
    metadataReply(portal, (await findLayer(portal, caller, address)).item, http),
  );
  bind(contract.serviceThumbnail).to(async (portal, caller, { service: name }, http) => {
    const { item } = await findService(portal, caller, name);
    const { thumbnail_key: key, thumbnail_name: fileName } = item;
    if (key === null) throw refuse('service-file', { path: 'thumbnail' });
    const sizeBytes = await portal.files.sizeOf(key);
    const contentType = mediaTypeOf(fileName ?? '');
    return storedFileReply(portal.files, http, { key, sizeBytes, contentType, etag: key, isPublic: item.access === 'public' });
  });
}

/** What the item of a service says. */
function itemInfoView(item: ItemRow, service: HostedService, baseUrl: string): contract.ServiceItemInfo {
  const told = itemView(item, baseUrl);
  return {
    guid: item.id,
    name: service.name,
    title: told.title,
    type: told.type,
    typeKeywords: told.typeKeywords,
    snippet: told.snippet ?? '',
    summary: told.snippet ?? '',
    description: told.description ?? '',
    tags: told.tags,
    thumbnail: item.thumbnail_key === null ? null : 'thumbnail',
    extent: told.extent,
    culture: told.culture ?? '',
    accessInformation: told.accessInformation ?? '',
    licenseInfo: told.licenseInfo ?? '',
    url: serviceUrl(baseUrl, service.name),
  };
}

/** What was stored with the item. @throws FILE_NOT_FOUND while it has no metadata */
async function metadataReply(portal: Portal, item: ItemRow, http: HttpFacts): Promise<RawReply> {
  const { key, size_bytes: sizeBytes } = await requireInfoFile(portal, item, 'metadata/metadata.xml');
  return storedFileReply(portal.files, http, {
    key,
    sizeBytes,
    contentType: mediaTypeOf('metadata.xml'),
    fileName: 'metadata.xml',
    etag: key,
  });
}

function relationshipsOf({ layers }: HostedService): contract.ServiceRelationship[] {
  return layers.flatMap((layer) =>
    (layer.definition.relationships ?? [])
      .filter((one) => one.role === 'esriRelRoleOrigin')
      .map((one) => ({
        id: one.id,
        name: one.name,
        originLayerId: layer.id,
        destinationLayerId: one.relatedTableId,
        cardinality: one.cardinality,
        composite: one.composite,
        originPrimaryKey: one.keyField,
        ...foreignKeyOf(layers, one),
      })),
  );
}

/** The key on the other side, where that tells the relationship too. */
function foreignKeyOf(
  layers: readonly HostedLayer[],
  { id, relatedTableId }: { id: number; relatedTableId: number },
): { originForeignKey?: string } {
  const other = layers.find((layer) => layer.id === relatedTableId)?.definition.relationships;
  const key = other?.find((one) => one.id === id && one.role === 'esriRelRoleDestination')?.keyField;
  return key === undefined ? {} : { originForeignKey: key };
}
