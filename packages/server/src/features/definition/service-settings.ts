// Settings of a service as clients give them, for new services and for changes.
import { refuse } from '@graticule/contract/refusals/refusal';
import { readWkb, writeWkb } from '@graticule/geo/convert/wkb';
import { normaliseSpatialReference, WGS84 } from '@graticule/geo/project/spatial-reference';
import { z } from 'zod';
import type { Portal } from '../../platform/context.ts';
import type { ServiceSettings } from '../../schema/features.ts';
import { type Extent, STORED_SRID } from '../layers.rules.ts';
import { inWebMercator } from '../load-layer.ts';
import { isKnownSrid } from '../query/query.store.ts';
import { pageLimitOf, reference, spelledCapabilities } from './layer-definition.ts';
import { pathInWords } from './refusals.ts';
import { unsaid } from './unsaid.ts';
import { preventionSaid, requireKnownRules } from './xss-prevention.rules.ts';

const words = z.string().max(32_000).nullable().optional();
const tracking = z.object({
  enableEditorTracking: unsaid(z.boolean().optional()),
  enableOwnershipAccessControl: unsaid(z.boolean().optional()),
  allowOthersToUpdate: unsaid(z.boolean().optional()),
  allowOthersToDelete: unsaid(z.boolean().optional()),
  allowOthersToQuery: unsaid(z.boolean().optional()),
  allowAnonymousToUpdate: unsaid(z.boolean().optional()),
  allowAnonymousToDelete: unsaid(z.boolean().optional()),
});

/** What may be said of a service. */
export const serviceSettings = z.looseObject({
  capabilities: words,
  maxRecordCount: z.number().int().nullable().optional(),
  description: words,
  serviceDescription: words,
  copyrightText: words,
  hasStaticData: z.boolean().nullable().optional(),
  allowGeometryUpdates: z.boolean().nullable().optional(),
  units: z.string().max(50).nullable().optional(),
  spatialReference: reference,
  initialExtent: z
    .looseObject({
      xmin: z.number(),
      ymin: z.number(),
      xmax: z.number(),
      ymax: z.number(),
      spatialReference: reference,
    })
    .nullable()
    .optional(),
  editorTrackingInfo: tracking.nullable().optional(),
  xssPreventionInfo: preventionSaid.nullable().optional(),
});

/** Faults of one value that are told. */
const MAX_DETAILS = 20;

/** A value that fits the schema. @throws INVALID_PARAMETER with the place of what is wrong, and in the details with the names of layer and field */
export function checked<T>(schema: z.ZodType<T>, value: unknown, parameter: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues
    .slice(0, MAX_DETAILS)
    .map((one) => [pathInWords(value, one.path), one.message].filter(Boolean).join(': '));
  const where = result.error.issues[0]?.path.join('.') ?? '';
  throw where === ''
    ? refuse('definition-whole', { parameter }, { details })
    : refuse('definition-form', { parameter, where }, { details });
}

/** The reference system that a new service is to speak; it stays. @throws INVALID_PARAMETER for one that is not known */
export async function spokenReference(portal: Portal, createParameters: unknown): Promise<Pick<ServiceSettings, 'srid'>> {
  const { spatialReference } = checked(serviceSettings, createParameters, 'createParameters');
  const known = normaliseSpatialReference(spatialReference);
  if (known !== null && known.wkid === undefined) throw refuse('system-without-number', { parameter: 'spatialReference' });
  const srid = known?.wkid ?? STORED_SRID;
  if (srid === STORED_SRID) return {};
  if (!(await isKnownSrid(portal.database, srid))) throw refuse('system-unknown', { parameter: 'spatialReference', wkid: srid });
  return { srid };
}

/** The settings that a request names, ready to be stored. @throws INVALID_PARAMETER */
export async function readSettings(portal: Portal, value: unknown, parameter: string): Promise<ServiceSettings> {
  const { initialExtent, spatialReference, editorTrackingInfo, capabilities, ...rest } = checked(serviceSettings, value, parameter);
  const { description, serviceDescription, copyrightText, hasStaticData, allowGeometryUpdates, units } = rest;
  const maxRecordCount = rest.maxRecordCount === undefined || rest.maxRecordCount === null ? undefined : pageLimitOf(rest.maxRecordCount);
  const plain = { description, serviceDescription, copyrightText, maxRecordCount, hasStaticData, allowGeometryUpdates, units };
  const settings = Object.fromEntries(Object.entries(plain).filter(([, one]) => one !== undefined && one !== null)) as ServiceSettings;
  if (capabilities) settings.capabilities = spelledCapabilities(capabilities);
  // A new service that names none gets the usual ones; of one that exists the last one is taken away.
  else if (capabilities === '' && parameter === 'updateDefinition') settings.capabilities = '';
  requireKnownRules(rest.xssPreventionInfo);
  const prevented = rest.xssPreventionInfo?.xssPreventionEnabled ?? undefined;
  if (prevented !== undefined) settings.xssPreventionEnabled = prevented;
  if (editorTrackingInfo) settings.editorTrackingInfo = withoutGaps(editorTrackingInfo);
  if (initialExtent) {
    const { xmin, ymin, xmax, ymax } = initialExtent;
    const srid = sridSaid(initialExtent.spatialReference ?? spatialReference) ?? WGS84;
    settings.initialExtent = await boxInMetres(portal, 'initialExtent', [xmin, ymin, xmax, ymax], srid);
  }
  return settings;
}

function withoutGaps(given: z.infer<typeof tracking>): NonNullable<ServiceSettings['editorTrackingInfo']> {
  return Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined));
}

/** The number of a reference system that a document names. */
export function sridSaid(said: z.infer<typeof reference>): number | undefined {
  return normaliseSpatialReference(said ?? null)?.wkid;
}

/** A box in metres of Web Mercator; `where` names the parameter that has it. @throws INVALID_PARAMETER */
export async function boxInMetres(portal: Portal, where: string, box: Extent, srid: number): Promise<Extent> {
  const [xmin, ymin, xmax, ymax] = box;
  if (xmin > xmax || ymin > ymax || !(await isKnownSrid(portal.database, srid))) throw refuse('extent-form', { parameter: where });
  const corner = (x: number, y: number): Uint8Array =>
    writeWkb({ kind: 'point', position: [x, y], hasZ: false, hasM: false }, { srid: null });
  const corners = await inWebMercator(portal, [corner(xmin, ymin), corner(xmax, ymax)], srid);
  const [low, high] = corners.map((one) => {
    const shape = one === null ? null : readWkb(one);
    return shape?.kind === 'point' ? shape.position : null;
  });
  if (!low || !high) throw refuse('extent-projection', { parameter: where });
  return [Number(low[0]), Number(low[1]), Number(high[0]), Number(high[1])];
}
