// One feature as somebody edits it: what was read, what was typed and drawn.
import type { WireFeature } from '@graticule/contract/services/layer';
import { isTypedField } from '../../features/edit-rights.ts';
import { fieldInType, type Template, typeField } from '../../features/subtypes.ts';
import { inputOf, typedValue } from '../../features/typed-value.ts';
import { kindOfGeometry, shapeOf } from '../../map/edit/esri-shape.ts';
import { emptyShape, type Shape, vertexCount } from '../../map/edit/shape.ts';
import { addressOf, type EditableLayer } from './editable-layer.ts';

/** A feature in the hand of a person. */
export interface Draft {
  /** Service and number of the layer: its id in the map may be another one after a reload. */
  address: string;
  /** As it was read; nothing for a new one. */
  read?: WireFeature;
  /** The id that a new feature gets, so that saving it again after a lost answer adds it once. */
  globalId?: string;
  shape: Shape;
  isDrawing: boolean;
  /** The shape is another one than was read. */
  isReshaped: boolean;
  /** By field, as typed. */
  values: Readonly<Record<string, string>>;
}

type Value = string | number | null;

/** A global id; the browser's own function for it exists on encrypted pages only. */
function newGlobalId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes]
    .map((byte, i) => (i === 6 ? (byte & 15) | 64 : i === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, '0'))
    .join('');
  return `{${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-').toUpperCase()}}`;
}

/** A new feature with the values of its template, and the defaults of the fields. */
export function newDraft(target: EditableLayer, template: Template): Draft {
  const { layer, frame } = target;
  const values = layer.fields
    .filter(isTypedField)
    .map((field) => [field.name, inputOf(template.attributes[field.name] ?? field.defaultValue, field).text]);
  return {
    address: addressOf(target),
    globalId: newGlobalId(),
    shape: emptyShape(kindOfGeometry(frame.geometryType)),
    isDrawing: true,
    isReshaped: false,
    values: Object.fromEntries(values),
  };
}

/** A feature that is there. */
export function draftOf(target: EditableLayer, read: WireFeature): Draft {
  const { layer, frame } = target;
  return {
    address: addressOf(target),
    read,
    shape: shapeOf(read.geometry, frame) ?? emptyShape(kindOfGeometry(frame.geometryType)),
    isDrawing: shapeOf(read.geometry, frame) === undefined,
    isReshaped: false,
    values: Object.fromEntries(
      layer.fields.filter(isTypedField).map((field) => [field.name, inputOf(read.attributes[field.name], field).text]),
    ),
  };
}

/** The same as a new feature, where the one that was read is gone. */
export function asNew({ read: _, ...draft }: Draft): Draft {
  return { ...draft, globalId: newGlobalId(), isReshaped: true };
}

/** The subtype as typed. */
export function typeIdOf({ layer }: Pick<EditableLayer, 'layer'>, values: Draft['values']): string | undefined {
  const field = typeField(layer);
  return field && values[field.name];
}

/** Values that the person changed or, in a new feature, gave; undefined where something typed does not fit. */
export function typedAttributes(
  { layer }: Pick<EditableLayer, 'layer'>,
  { values, read }: Pick<Draft, 'values' | 'read'>,
): Record<string, Value> | undefined {
  const attributes: Record<string, Value> = {};
  for (const field of layer.fields.filter(isTypedField)) {
    const text = values[field.name] ?? '';
    if (read && text === inputOf(read.attributes[field.name], field).text) continue;
    const value = typedValue(text, fieldInType(layer, field, typeIdOf({ layer }, values)));
    if (value === undefined) return undefined;
    // a new feature gets the defaults of what is not named; what was emptied on purpose is named
    if (read || value !== null || field.defaultValue !== null) attributes[field.name] = value;
  }
  return attributes;
}

/** Whether leaving would lose something. */
export function isChanged({ layer }: Pick<EditableLayer, 'layer'>, draft: Draft): boolean {
  if (draft.isReshaped && (draft.read !== undefined || vertexCount(draft.shape) > 0)) return true;
  if (!draft.read) return vertexCount(draft.shape) > 0;
  const changes = typedAttributes({ layer }, draft);
  return changes === undefined || Object.keys(changes).length > 0;
}
