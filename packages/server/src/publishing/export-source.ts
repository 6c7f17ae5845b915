// What exports read: the service a caller may take, its layers, and their rows as writers want them.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { DatasetLook, FormatDomain } from '@graticule/geo/formats/format-reader';
import type { EncodedLayer, WrittenField, WrittenLayer } from '@graticule/geo/formats/format-writer';
import { someOf } from '@graticule/geo/formats/some-of';
import { isTold } from '@graticule/geo/formats/told-fields';
import type { KnownReference } from '@graticule/geo/project/spatial-reference';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import { type ItemRow, isAdminOf, mayDo, requireItem } from '../content/index.ts';
import {
  type ExportQuery,
  exportBytes,
  exportedFields,
  exportRows,
  type HostedLayer,
  type HostedService,
  hidesFeatures,
  isKnownSrid,
  seesHidden,
  serviceWithAllLayers,
  sridOfReference,
  sridOfService,
} from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';

const KNOWN_TYPES = new Set(
  [
    'SmallInteger',
    'Integer',
    'BigInteger',
    'Single',
    'Double',
    'String',
    'Date',
    'DateOnly',
    'TimeOnly',
    'TimestampOffset',
    'GUID',
    'GlobalID',
  ].map((word) => `esriFieldType${word}`),
);

/**
 * The item and service of a hosted layer that the caller may take as a file.
 * @throws ITEM_NOT_FOUND, INVALID_PARAMETER
 * @throws FORBIDDEN for callers who neither may change the layer nor find the capability `Extract`
 */
export async function requireExport(portal: Portal, caller: Caller, itemId: string): Promise<{ item: ItemRow; service: HostedService }> {
  const item = await requireItem(portal, caller, itemId);
  const service = await serviceWithAllLayers(portal, item.id);
  if (service === undefined) throw refuse('item-no-layer');
  // Who sees only some of the rows may not take them all, not even as a member of a group that may change the item.
  if (hidesFeatures(service) && !seesHidden(caller, item)) throw refuse('export-part-only');
  if (mayDo(caller, item, 'update') || isAdminOf(caller, item, 'portal:admin:viewItems')) return { item, service };
  if (!/(^|,)\s*Extract\s*(,|$)/i.test(service.settings.capabilities ?? '')) throw refuse('export-not-allowed');
  return { item, service };
}

/** The layers of a service that can be read, each once. @throws LAYER_NOT_FOUND when one of the ids is not among them, or there is none */
export function readyLayers(service: HostedService, ids: Iterable<number> | undefined): HostedLayer[] {
  const ready = service.layers.filter((layer) => layer.ready);
  const each = new Set(ids);
  if (each.size > ready.length) throw refuse('export-layer', { layers: listed(ready.map((layer) => layer.id)) });
  const wanted = ids === undefined ? ready : [...each].map((id) => ready.find((layer) => layer.id === id));
  const found = wanted.filter((layer) => layer !== undefined);
  if (found.length === 0 || found.length < wanted.length) throw refuse('export-layer', { layers: listed(ready.map((layer) => layer.id)) });
  return found;
}

/** Which rows, in which reference system, for whom. */
export interface RowsWanted {
  query: ExportQuery;
  srid: number;
  username: string;
  /** Whether the format has a place for global ids. */
  globalIds: boolean;
}

function lookOf({ definition: { drawingInfo, popupInfo } }: HostedLayer): DatasetLook {
  return {
    ...(drawingInfo === undefined ? {} : { drawingInfo: drawingInfo as DatasetLook['drawingInfo'] }),
    ...(typeof popupInfo === 'object' && popupInfo !== null ? { popupInfo: popupInfo as DatasetLook['popupInfo'] } : {}),
  } as DatasetLook;
}

/** The fields of a layer as writers want them. */
export function writtenFields(layer: HostedLayer, globalIds: boolean): WrittenField[] {
  return exportedFields(layer, globalIds).map(({ name, alias, type, length, domain }): WrittenField => {
    const known = KNOWN_TYPES.has(type) ? (type as WrittenField['type']) : 'text';
    const text = type === 'esriFieldTypeString' && length !== undefined ? { length } : {};
    return { name, alias, type: known, ...text, ...(domain ? { domain: domain as FormatDomain } : {}) };
  });
}

/** A layer for the writers; `wrote` hears of every batch. */
export function writtenLayer(
  portal: Portal,
  layer: HostedLayer,
  wanted: RowsWanted,
  wrote: (rows: number) => Promise<void> = async () => undefined,
): WrittenLayer & EncodedLayer {
  return {
    name: layer.name,
    geometryType: layer.geometryType,
    hasZ: layer.hasZ,
    hasM: layer.hasM,
    fields: writtenFields(layer, wanted.globalIds),
    ...(layer.definition.displayField === undefined ? {} : { displayField: layer.definition.displayField }),
    look: lookOf(layer),
    srid: wanted.srid,
    async *rows() {
      for await (const rows of exportRows(portal, layer, wanted)) {
        yield rows;
        await wrote(rows.length);
      }
    },
    encoded: (encoder) => exportBytes(portal, layer, { ...wanted, wrote }, encoder),
  };
}

/** What no file holds of the layers: attached files and relationships. */
export function leftOutOf(layers: readonly HostedLayer[]): Sentence[] {
  const attached = layers.filter(({ definition }) => definition.hasAttachments === true);
  const names = new Set(layers.flatMap(({ definition }) => (definition.relationships ?? []).map(({ name }) => name)));
  return [
    ...attached.map(({ name }) => sentence('attachments-left', { layer: name })),
    ...(names.size > 0 ? [sentence('relations-left', { names: someOf([...names]) })] : []),
  ];
}

/** What is told of lists of values that are too long for formats which tell of fields in a header. */
export function longListsOf(layers: readonly HostedLayer[]): Sentence[] {
  const names = layers.flatMap(({ fields }) =>
    fields.flatMap(({ name, domain }) => (domain && !isTold(domain as FormatDomain) ? [name] : [])),
  );
  return names.length > 0 ? [sentence('lists-long', { names: someOf(names) })] : [];
}

/** The number of the reference system that is wanted, or of the service's own. @throws INVALID_PARAMETER for one that is not known */
export async function targetSrid(portal: Portal, service: HostedService, target: KnownReference | null): Promise<number> {
  if (target === null) return sridOfService(service);
  const { wkid } = target;
  if (wkid !== undefined && !(await isKnownSrid(portal.database, wkid))) {
    const reasons = [sentence('reference-unknown-number', { wkid: String(wkid) })];
    throw refuse('system-unknown', { parameter: 'targetSR', wkid }, { reasons });
  }
  return sridOfReference(portal, target);
}
