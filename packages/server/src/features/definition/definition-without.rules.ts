// What a layer, or a view of it, says of itself once fields are deleted: nothing that names them.
import type { LayerDefinition } from '../../schema/features.ts';
import { defaultDrawing } from '../default-renderer.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { drawingWithout } from './drawing-without.rules.ts';
import { popupWithout } from './popup-without.rules.ts';
import { withoutFields } from './types.rules.ts';

/** @param gone names of fields in small letters */
export function definitionWithout(
  { definition, geometryType, id }: Pick<HostedLayer, 'definition' | 'geometryType' | 'id'>,
  gone: ReadonlySet<string>,
): LayerDefinition {
  if (gone.size === 0) return definition;
  const isGone = (name: string | null | undefined): boolean => name != null && gone.has(name.toLowerCase());
  const left = { ...withoutFields(definition, isGone) };
  if (isGone(left.displayField)) delete left.displayField;
  if (isGone(left.typeIdField)) {
    // The ids of types are its values.
    delete left.typeIdField;
    delete left.types;
  }
  if (isGone(left.timeInfo?.startTimeField) || isGone(left.timeInfo?.endTimeField)) delete left.timeInfo;
  if (left.popupInfo !== undefined) left.popupInfo = popupWithout(left.popupInfo, isGone);
  if (left.drawingInfo && geometryType !== null) {
    left.drawingInfo = drawingWithout(left.drawingInfo, isGone, defaultDrawing(geometryType, id).renderer);
  }
  return left;
}
