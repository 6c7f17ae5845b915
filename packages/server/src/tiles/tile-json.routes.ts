// Binds the addresses where tiles say what they are.
import * as contract from '@graticule/contract/services/vector-tiles';
import { findLayer, measuredLayer, measuredService } from '../features/index.ts';
import type { Routes } from '../platform/http/routes.ts';
import { layerTileJson, packageTileJson, serviceTileJson } from './tile-json.ts';
import { openPackage } from './tile-packages.ts';
import { findTileSource } from './tile-source.ts';

/** TileJSON of layers and of vector tile services, for those who may see the tiles. */
export function tileJsonRoutes(routes: Routes): void {
  routes.bind(contract.layerTileJson).to(async (portal, caller, address) => {
    const { service, layer } = await findLayer(portal, caller, address);
    return layerTileJson(service, await measuredLayer(portal, service, layer), caller.baseUrl);
  });
  routes.bind(contract.vectorTileJson).to(async (portal, caller, { service }) => {
    const found = await findTileSource(portal, caller, service);
    if (found.kind === 'package') return packageTileJson(await openPackage(portal, found.file), found.name, caller.baseUrl);
    return serviceTileJson(await measuredService(portal, found.service), found.zooms, caller.baseUrl);
  });
}
