// How a view looks: as its source, as far as that tells nothing of what the view leaves out.
import { isDeepStrictEqual } from 'node:util';
import type { DrawingInfo } from '@graticule/contract/services/layer';
import type { LayerDefinition, StoredField } from '../../schema/features.ts';
import type { HostedLayer } from '../layers.rules.ts';

/** What may name fields. */
const NAMING: ReadonlySet<string> = new Set([
  ...['drawingInfo', 'popupInfo', 'templates', 'types', 'typeIdField', 'displayField', 'timeInfo'],
]);

/** All texts in a value, names of members too. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value.flatMap(textsIn) : Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]);
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The definition without what names one of the fields, as a word of its own. */
export function withoutNamed(definition: LayerDefinition, names: readonly string[]): LayerDefinition {
  if (names.length === 0) return definition;
  const words = names.map((name) => escaped(folded(name))).join('|');
  const named = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, 'u');
  const tells = (value: unknown): boolean => textsIn(value).some((text) => named.test(folded(text)));
  // the ids of types are values of the field that tells them apart, though nothing in them need name it
  const isTypeHidden = tells(definition.typeIdField);
  const stays = (key: string, value: unknown): boolean => !NAMING.has(key) || !(tells(value) || (key === 'types' && isTypeHidden));
  return Object.fromEntries(Object.entries(definition).filter(([key, value]) => stays(key, value)));
}

/** Drawing, pop-ups and templates that name what the view does not show any more go. */
export function withoutHidden(layer: HostedLayer, definition: LayerDefinition, fields: readonly StoredField[]): LayerDefinition {
  const hidden = (layer.view?.fields ?? []).filter((field) => !fields.some((one) => one.column === field.column));
  return withoutNamed(
    definition,
    hidden.map((field) => field.name),
  );
}

/** A drawing without what is made of the values of features: classes, and sizes or colours that follow values; undefined where nothing is left. */
function plainDrawing(drawingInfo: DrawingInfo | undefined, whole: boolean): DrawingInfo | undefined {
  if (drawingInfo?.renderer.type !== 'simple') return undefined;
  const { visualVariables: _values, authoringInfo: _facts, ...renderer } = drawingInfo.renderer;
  return whole ? { ...drawingInfo, renderer } : { renderer };
}

/**
 * How a view looks at first. Renderers of values, templates and pop-ups may name fields and values that are not shown.
 */
export function inheritedDefinition(source: HostedLayer, fields: readonly { name: string }[], filtered: boolean): LayerDefinition {
  const { description, copyrightText, displayField, drawingInfo, popupInfo, minScale, maxScale, hasAttachments, maxRecordCount } =
    source.definition;
  const { templates, types, typeIdField, editFields, timeInfo, srid } = source.definition;
  const whole = fields.length === source.fields.length;
  const hidden = source.fields.filter((field) => !fields.some((one) => one.name === field.name));
  const inherited: LayerDefinition = Object.fromEntries(
    Object.entries({
      srid,
      description,
      copyrightText,
      displayField,
      drawingInfo: whole && !filtered ? drawingInfo : plainDrawing(drawingInfo, whole),
      minScale,
      maxScale,
      hasAttachments,
      maxRecordCount,
      editFields,
      ...(whole ? { popupInfo, templates, types, typeIdField } : {}),
      timeInfo: timeInfo && { ...timeInfo, timeExtent: filtered ? null : timeInfo.timeExtent },
    }).filter(([, one]) => one !== undefined),
  );
  return withoutNamed(
    inherited,
    hidden.map((field) => field.name),
  );
}

/** The definition of a view that shows fewer features now: a drawing that it has from its source tells no values of the others. */
export function withoutInherited(definition: LayerDefinition, source: HostedLayer, fields: readonly StoredField[]): LayerDefinition {
  const { drawingInfo, ...rest } = definition;
  if (drawingInfo === undefined || !isDeepStrictEqual(drawingInfo, source.definition.drawingInfo)) return definition;
  const plain = inheritedDefinition(source, fields, true).drawingInfo;
  return plain === undefined ? rest : { ...rest, drawingInfo: plain };
}
