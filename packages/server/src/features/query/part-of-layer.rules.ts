// Which questions are about so small a part of a layer that the best plan for all of them is the same.
import type { HostedLayer } from '../layers.rules.ts';
import { type Box, boxOf, isByPlaceAlone, type RecordFilter } from './layer-query.rules.ts';

/** A box that is no more of a layer's extent than this is looked for by the index of places, whatever else is asked. */
const MOST_OF_EXTENT = 1 / 8;

/**
 * Whether a filter asks for what lies in a box that is a small part of the layer: then the best plan is the same for every such box, and for every condition on
 * what lies in it. Where ids are named as well, or where the geometries themselves have to be looked at, it may be another one.
 */
export function isPartOfLayer(layer: HostedLayer, filter: RecordFilter): boolean {
  const { spatial } = filter;
  const box = spatial === null ? undefined : boxOf(spatial);
  if (box === undefined || layer.extent === null || layer.view !== undefined || layer.onlyOf !== undefined) return false;
  if (!isByPlaceAlone(filter)) return false;
  const isByBounds =
    spatial?.relation === 'envelopeIntersects' || (spatial?.relation === 'intersects' && layer.geometryType === 'esriGeometryPoint');
  return isByBounds && areaOf(box) <= areaOf(layer.extent) * MOST_OF_EXTENT;
}

function areaOf([west, south, east, north]: Box): number {
  return (east - west) * (north - south);
}
