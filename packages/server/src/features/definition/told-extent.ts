// The extent that somebody says of a layer: it is told as long as there are no features, whose extent is told otherwise.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { z } from 'zod';
import type { Portal } from '../../platform/context.ts';
import { type Extent, type HostedLayer, type HostedService, sridOf } from '../layers.rules.ts';
import { measuredLayer } from '../views/measured.ts';
import type { layerLooks } from './layer-definition.ts';
import { boxInMetres, sridSaid } from './service-settings.ts';

type Given = z.infer<typeof layerLooks>['extent'];

/** The numbers of an extent; null for one that holds none, as other servers write it of layers without features. @throws INVALID_PARAMETER */
function boxOf({ xmin, ymin, xmax, ymax }: NonNullable<Given>): Extent | null {
  const box = [xmin, ymin, xmax, ymax].map((one) => (one === undefined || one === null || one === 'NaN' ? Number.NaN : one));
  if (box.every((one) => Number.isNaN(one))) return null;
  if (!box.every((one) => Number.isFinite(one))) throw refuse('extent-form', { parameter: 'extent' });
  return box as Extent;
}

/** Whether two boxes are the same but for rounding. */
function isSame(box: Extent, told: Extent): boolean {
  return box.every((one, at) => Math.abs(one - Number(told[at])) <= 1e-9 * Math.max(1, Math.abs(one)));
}

/**
 * The extent that a layer without features is to tell, in metres; null for that of its service, undefined where the change says nothing new.
 * @throws INVALID_PARAMETER
 */
export async function extentSaid(
  portal: Portal,
  service: HostedService,
  layer: HostedLayer,
  given: Given,
): Promise<Extent | null | undefined> {
  if (given === undefined || layer.geometryType === null) return undefined;
  const box = given === null ? null : boxOf(given);
  if (given === null || box === null) return null;
  const srid = sridSaid(given.spatialReference) ?? sridOf(layer);
  const inMetres = await boxInMetres(portal, 'extent', box, srid);
  // Whole descriptions say what the portal told: a layer that follows its service goes on following it.
  const { extent, toldExtent } = await measuredLayer(portal, service, layer);
  if (extent !== null || (toldExtent?.srid === srid && isSame(box, toldExtent.box))) return undefined;
  return inMetres;
}
