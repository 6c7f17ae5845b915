// A layer as clients define it, checked and turned into a hosted layer without a table.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { DrawingInfo, GeometryType } from '@graticule/contract/services/layer';
import { normaliseSpatialReference } from '@graticule/geo/project/spatial-reference';
import { z } from 'zod';
import type { LayerDefinition, StoredField, TimeInfo } from '../../schema/features.ts';
import { LARGEST_MAX_RECORD_COUNT, STORED_SRID } from '../layers.rules.ts';
import { fieldDefinition, newFields } from './fields.ts';
import { MAX_LAYER_ID } from './layer-ids.rules.ts';
import { MAX_RELATIONSHIPS, relationshipDefinition } from './relationships.ts';
import { layerTypes, soundTypes, withoutFields } from './types.rules.ts';
import { unsaid, unsaidOrEmpty } from './unsaid.ts';

const words = z.string().max(32_000).nullable().optional();
const objects = z.array(z.looseObject({})).max(1_000).nullable().optional();
/** A reference system as clients write it in a document: its number, or an object with that. */
export const reference = z
  .union([
    z.number().transform((wkid) => ({ wkid })),
    z.looseObject({
      wkid: unsaid(z.number().optional()),
      latestWkid: unsaid(z.number().optional()),
      wkt: unsaid(z.string().max(32_000).optional()),
    }),
  ])
  .nullable()
  .optional();
/** Indexes that one definition lists; fewer are made of them. */
const MAX_LISTED_INDEXES = 10_000;
/** An index as descriptions list it. */
const copiedIndex = z.looseObject({
  name: z.string().nullable().optional(),
  fields: z.string(),
  isUnique: z.boolean().nullable().optional(),
  isAscending: z.unknown().optional(),
  description: words,
});
export type CopiedIndex = z.infer<typeof copiedIndex>;
const GEOMETRIES = ['esriGeometryPoint', 'esriGeometryMultipoint', 'esriGeometryPolyline', 'esriGeometryPolygon'] as const;

/** What both new layers and changes may say. */
const LOOKS = {
  description: words,
  copyrightText: words,
  displayField: words,
  drawingInfo: z
    .looseObject({
      renderer: z.looseObject({ type: z.string() }).nullable().optional(),
    })
    .nullable()
    .optional(),
  popupInfo: z.looseObject({}).nullable().optional(),
  minScale: z.number().min(0).nullable().optional(),
  maxScale: z.number().min(0).nullable().optional(),
  capabilities: words,
  maxRecordCount: z.number().int().nullable().optional(),
  templates: objects,
  types: layerTypes,
  typeIdField: words,
  hasAttachments: z.boolean().nullable().optional(),
  timeInfo: z.looseObject({ startTimeField: z.string(), endTimeField: z.string().nullable().optional() }).nullable().optional(),
};

/** An extent as descriptions have it; of layers without features other servers write words where numbers belong. */
const givenExtent = z.looseObject({ spatialReference: reference }).nullable().optional();

/** The fields of editor tracking, as descriptions tell them. */
const editFields = z
  .looseObject({ creationDateField: words, creatorField: words, editDateField: words, editorField: words })
  .nullable()
  .optional();

const looks = z.looseObject(LOOKS);
export type LayerLooks = z.infer<typeof looks>;

/** What a change of a layer may say of its looks. */
export const layerLooks = looks.extend({
  extent: givenExtent,
  editFieldsInfo: editFields,
});

/** A layer or table that is to be made. */
export const layerDefinition = z.looseObject({
  ...LOOKS,
  name: z.string().trim().min(1).max(250),
  id: z.number().int().min(0).max(MAX_LAYER_ID).nullable().optional(),
  type: unsaid(z.enum(['Feature Layer', 'Table']).optional()),
  geometryType: unsaidOrEmpty(z.enum(GEOMETRIES).optional()),
  fields: unsaid(z.array(fieldDefinition).max(300).default([])),
  objectIdField: z.string().nullable().optional(),
  globalIdField: z.string().nullable().optional(),
  hasZ: z.boolean().nullable().optional(),
  hasM: z.boolean().nullable().optional(),
  spatialReference: reference,
  extent: givenExtent,
  relationships: unsaid(z.array(relationshipDefinition).max(MAX_RELATIONSHIPS).default([])),
  editFieldsInfo: editFields,
  indexes: z.array(copiedIndex).max(MAX_LISTED_INDEXES).nullable().optional(),
});

export type NewLayerDefinition = z.infer<typeof layerDefinition>;

/** The parts of a new layer that its definition decides. */
export interface DefinedLayer {
  name: string;
  geometryType: GeometryType | null;
  hasZ: boolean;
  hasM: boolean;
  fields: StoredField[];
  definition: LayerDefinition;
}

/** Checks a definition. `serviceSrid` is spoken where it names no reference system. `isTable` says in which list it stood. @throws INVALID_PARAMETER */
export function definedLayer(given: NewLayerDefinition, isTable: boolean, serviceSrid = STORED_SRID): DefinedLayer {
  const table = isTable || given.type === 'Table';
  if (!table && !given.geometryType) throw refuse('geometry-type-missing', { layer: given.name });
  const fields = newFields(given.fields, {
    ...(given.objectIdField ? { objectId: given.objectIdField } : {}),
    ...(given.globalIdField ? { globalId: given.globalIdField } : {}),
  });
  return {
    name: given.name,
    geometryType: table ? null : (given.geometryType ?? null),
    hasZ: !table && given.hasZ === true,
    hasM: !table && given.hasM === true,
    fields,
    definition: changedDefinition(table ? {} : spoken(given, serviceSrid), ofThese(given, fields), fields, { isTable: table }),
  };
}

/** Definitions are often copied from a layer with other fields: what their types say of those is left out instead of being refused. */
function ofThese(given: NewLayerDefinition, fields: readonly StoredField[]): NewLayerDefinition {
  const names = new Set(fields.map((one) => one.name.toLowerCase()));
  return given.types ? { ...given, ...withoutFields({ types: given.types }, (name) => !names.has(name)) } : given;
}

/** The reference system that a layer is to speak: its own, that of its extent, else that of its service. @throws INVALID_PARAMETER */
function spoken({ spatialReference, extent }: NewLayerDefinition, serviceSrid: number): LayerDefinition {
  const known = normaliseSpatialReference(spatialReference ?? extent?.spatialReference);
  // One that is given as a text is not known by a number; taking the service's instead would misread every coordinate.
  if (known !== null && known.wkid === undefined) throw refuse('system-without-number', { parameter: 'spatialReference' });
  const srid = known?.wkid ?? serviceSrid;
  return srid === STORED_SRID ? {} : { srid };
}

/**
 * A layer's definition with changes; null clears, save for what is a number or a switch, of which it says nothing. Of the drawing only the members
 * that are given change; `drawn` is how the layer is drawn while nobody has said anything.
 * @throws INVALID_PARAMETER for fields that the layer does not have, and types that their field cannot tell apart
 */
export function changedDefinition(
  before: LayerDefinition,
  looks: LayerLooks,
  fields: readonly StoredField[],
  { isTable = false, drawn }: { isTable?: boolean; drawn?: DrawingInfo | undefined } = {},
): LayerDefinition {
  const named = (where: string, name: string): string => {
    const field = fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (field === undefined)
      throw refuse('field-unknown', { parameter: where, name: name.slice(0, 64), fields: listed(fields.map((one) => one.name)) });
    return field.name;
  };
  const given: { [K in keyof LayerDefinition]?: LayerDefinition[K] | null | undefined } = {
    description: looks.description,
    copyrightText: looks.copyrightText,
    displayField: looks.displayField
      ? named('displayField', looks.displayField)
      : looks.displayField === ''
        ? undefined
        : looks.displayField,
    drawingInfo: isTable ? undefined : mergedDrawing(before.drawingInfo, looks.drawingInfo, drawn),
    popupInfo: looks.popupInfo,
    minScale: looks.minScale ?? undefined,
    maxScale: looks.maxScale ?? undefined,
    capabilities: looks.capabilities ? spelledCapabilities(looks.capabilities) : looks.capabilities === '' ? null : looks.capabilities,
    templates: looks.templates,
    types: looks.types,
    typeIdField: looks.typeIdField ? named('typeIdField', looks.typeIdField) : looks.typeIdField === '' ? null : looks.typeIdField,
    maxRecordCount: typeof looks.maxRecordCount === 'number' ? pageLimitOf(looks.maxRecordCount) : looks.maxRecordCount,
    hasAttachments: looks.hasAttachments ?? undefined,
    timeInfo: looks.timeInfo ? timeInfoOf(looks.timeInfo, fields) : looks.timeInfo,
  };
  const definition: LayerDefinition = { ...before };
  for (const [key, value] of Object.entries(given)) {
    if (value === null) delete definition[key as keyof LayerDefinition];
    else if (value !== undefined) Object.assign(definition, { [key]: value });
  }
  const types = looks.types || looks.typeIdField ? soundTypes(definition, fields) : undefined;
  return types === undefined ? definition : { ...definition, types };
}

/** A drawing with the members that are given; one that has no renderer left is drawn as before anybody said anything. */
function mergedDrawing(
  before: DrawingInfo | undefined,
  given: LayerLooks['drawingInfo'],
  drawn: DrawingInfo | undefined,
): DrawingInfo | null | undefined {
  if (!given) return given;
  const { renderer, ...members } = given;
  if (renderer === undefined && Object.keys(members).length === 0) return undefined;
  const { renderer: was, ...others } = { renderer: undefined, ...before, ...members };
  const now = renderer ?? (renderer === null ? undefined : was) ?? drawn?.renderer;
  // New layers get one with their id.
  return (now === undefined ? others : { ...others, renderer: now }) as DrawingInfo;
}

/** A limit that can be kept: other servers allow larger ones, and write none as a number below one. */
export function pageLimitOf(given: number): number | null {
  return given < 1 ? null : Math.min(given, LARGEST_MAX_RECORD_COUNT);
}

function timeInfoOf(given: { startTimeField: string; endTimeField?: string | null | undefined }, fields: readonly StoredField[]): TimeInfo {
  const moment = (name: string): string => {
    const field = fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (field?.type !== 'esriFieldTypeDate' && field?.type !== 'esriFieldTypeDateOnly')
      throw refuse('time-field', {
        name: name.slice(0, 64),
        fields: listed(fields.filter(({ type }) => /Date/.test(type)).map((one) => one.name)),
      });
    return field.name;
  };
  return {
    startTimeField: moment(given.startTimeField),
    endTimeField: given.endTimeField ? moment(given.endTimeField) : null,
    timeExtent: null,
  };
}

const CAPABILITIES = ['Query', 'Create', 'Update', 'Delete', 'Editing', 'Sync', 'Extract', 'ChangeTracking', 'Uploads'];

/** Capabilities in their own spelling, each once. @throws INVALID_PARAMETER for unknown words */
export function spelledCapabilities(capabilities: string): string {
  const names = capabilities.split(',').map((given) => {
    const name = CAPABILITIES.find((known) => known.toLowerCase() === given.trim().toLowerCase());
    if (name === undefined) throw refuse('capability-unknown', { word: given.trim().slice(0, 40), words: listed(CAPABILITIES) });
    return name;
  });
  return [...new Set(names)].join(',');
}
