// What services and layers say of themselves: every member that clients may count on, with its value or its kind.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

type Member = readonly [name: string, value: unknown];

let t: TestPortal;
let service: string;
let viewed: string;
let items: { source: string; view: string };
let told: Readonly<Record<'service' | 'view service' | 'point layer' | 'table' | 'view', AnyReply>>;

const DAY = Date.UTC(2024, 1, 29);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const create = async (name: string, more: object = {}): Promise<[path: string, id: string]> => {
    const createParameters = { name, capabilities: 'Query,Editing', ...more };
    const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters, ...more });
    return [new URL(made.serviceurl).pathname, made.itemId];
  };
  const define = (path: string, addToDefinition: object): Promise<AnyReply> =>
    petra.post(`${path.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition });
  const [path, source] = await create('told', { serviceDescription: 'Trees', copyrightText: 'The city' });
  service = path;
  const kinds = {
    name: 'String',
    code: 'SmallInteger',
    n: 'Integer',
    big: 'BigInteger',
    ratio: 'Single',
    size: 'Double',
    seen: 'Date',
    day: 'DateOnly',
    at: 'TimeOnly',
    moment: 'TimestampOffset',
    ref: 'GUID',
    mark: 'XML',
  };
  const domains: Readonly<Record<string, object>> = {
    code: { type: 'codedValue', name: 'codes', codedValues: [{ name: 'one', code: 1 }] },
    n: { type: 'range', name: 'few', range: [0, 10] },
  };
  const fields = Object.entries(kinds).map(([name, type]) => ({
    name,
    alias: `The ${name}`,
    type: `esriFieldType${type}`,
    ...(type === 'String' && { length: 40, defaultValue: 'none', nullable: false, description: 'What it is called' }),
    ...(domains[name] !== undefined && { domain: domains[name] }),
  }));
  const relation = (relatedTableId: number, role: string, keyField: string): object => ({
    id: 0,
    name: 'visits',
    relatedTableId,
    role: `esriRelRole${role}`,
    keyField,
  });
  const trees = {
    name: 'trees',
    geometryType: 'esriGeometryPoint',
    description: 'All trees',
    hasAttachments: true,
    hasZ: true,
    timeInfo: { startTimeField: 'seen' },
    fields,
    relationships: [relation(1, 'Origin', 'n')],
  };
  const visits = { name: 'visits', fields, relationships: [relation(0, 'Destination', 'n')] };
  await define(service, { layers: [trees], tables: [visits] });
  const geometry = { x: 10, y: 20, z: 1, spatialReference: { wkid: 4326 } };
  await petra.post(`${service}/0/addFeatures`, {
    features: [{ attributes: { name: 'oak', seen: DAY }, geometry }, { attributes: { name: 'ash', seen: DAY + 1 }, geometry: { ...geometry, x: 12 } }], // biome-ignore format: two rows
  });
  const [viewPath, view] = await create('told_view', { isView: true });
  viewed = viewPath;
  const adminLayerInfo = { viewLayerDefinition: { sourceServiceName: 'told', sourceLayerId: 0, sourceLayerFields: 'name,n' } };
  await define(viewed, { layers: [{ name: 'oaks', adminLayerInfo, viewDefinitionQuery: "name = 'oak'" }] });
  items = { source, view };
  told = {
    service: await petra.get(service),
    'view service': await petra.get(viewed),
    'point layer': await petra.get(`${service}/0`),
    table: await petra.get(`${service}/1`),
    view: await petra.get(`${viewed}/0`),
  };
});
afterAll(() => t.close());

const TEXT = expect.any(String);
const MERCATOR = { wkid: 102100, latestWkid: 3857 };
const SINCE_2020 = expect.toSatisfy((value) => Number.isInteger(value) && value > Date.UTC(2020), 'is a moment in milliseconds');
const listOf = (names: string, value: unknown): Member[] => names.split(' ').map((name) => [name, value]);
/** Around one or both of the trees. */
const around = (east: number): object => ({
  xmin: expect.closeTo(1_113_194.91, 0),
  xmax: expect.closeTo((east * 1_113_194.91) / 10, 0),
  ymin: expect.closeTo(2_273_030.93, 0),
  ymax: expect.closeTo(2_273_030.93, 0),
  spatialReference: MERCATOR,
});

const OF_SERVICES: readonly Member[] = [
  ['currentVersion', 11.2],
  ...listOf('serviceDescription description copyrightText', TEXT),
  ...listOf('hasVersionedData hasStaticData supportsDisconnectedEditing allowTrueCurvesUpdates supportsLayerOverrides', false),
  ['maxRecordCount', 2000],
  ['supportedQueryFormats', 'JSON, geoJSON, PBF'],
  ['supportedExportFormats', expect.stringMatching(/^csv,shapefile,geojson,featureCollection(,\w+)*$/)],
  ['capabilities', expect.stringMatching(/^Query(,\w+)*$/)],
  ['spatialReference', MERCATOR],
  ...listOf('allowGeometryUpdates supportsApplyEditsWithGlobalIds supportsReturnDeleteResults', true),
  ['units', 'esriMeters'],
  ['syncEnabled', false],
  [
    'editorTrackingInfo',
    {
      ...{ enableEditorTracking: expect.any(Boolean), enableOwnershipAccessControl: false, allowAnonymousToUpdate: expect.any(Boolean) },
      ...{ allowOthersToUpdate: true, allowOthersToDelete: true, allowOthersToQuery: true, allowAnonymousToDelete: expect.any(Boolean) },
    },
  ],
  ['xssPreventionInfo', { xssPreventionEnabled: false, xssPreventionRule: 'InputOnly', xssInputRule: 'rejectInvalid' }],
  ['editingInfo', { schemaLastEditDate: SINCE_2020 }],
  ['hasSharedDomains', false],
  ['advancedEditingCapabilities', expect.objectContaining({ supportsSplit: false, supportsAsyncApplyEdits: false })],
];

const entry = (name: string): object => ({
  ...{ id: 0, name, parentLayerId: -1, defaultVisibility: true, subLayerIds: null, minScale: 0, maxScale: 0 },
  ...{ type: 'Feature Layer', geometryType: 'esriGeometryPoint' },
});

const ADVANCED = Object.fromEntries([
  ...listOf('supportsPagination supportsPaginationOnAggregatedQueries supportsQueryRelatedPagination supportsQueryWithDistance', true),
  ...listOf('supportsReturningQueryExtent supportsStatistics supportsOrderBy supportsDistinct supportsQueryWithResultType', true),
  ...listOf('supportsSqlExpression supportsAdvancedQueryRelated supportsCountDistinct supportsPercentileStatistics', true),
  ...listOf('supportsReturningGeometryCentroid supportsHavingClause supportsMaxRecordCountFactor supportsQueryAttachments', true),
  // The first features of each group are asked for with an operation of their own, which is there.
  ...listOf('supportsQueryAttachmentsCountOnly supportsTopFeaturesQuery', true),
  ...listOf('supportsQueryAnalytic supportsLod supportsFullTextSearch supportsQueryWithDatumTransformation supportsTrueCurve', false),
]);

const OF_LAYERS: readonly Member[] = [
  ['currentVersion', 11.2],
  ...listOf('description copyrightText displayField', TEXT),
  ['defaultVisibility', true],
  ['editingInfo', { lastEditDate: SINCE_2020, schemaLastEditDate: SINCE_2020, dataLastEditDate: SINCE_2020 }],
  ['editFieldsInfo', null],
  ...listOf('isDataVersioned hasContingentValuesDefinition hasM hasGeometryProperties hasStaticData', false),
  ...listOf('supportsCalculate supportsStatistics supportsAdvancedQueries supportsValidateSql supportsCoordinatesQuantization', true),
  ...listOf('supportsRollbackOnFailureParameter supportsApplyEditsWithGlobalIds supportsExceedsLimitStatistics', true),
  ...listOf('supportsAttachmentsByUploadId supportsAttachmentsResizing supportsASyncCalculate supportsMultiScaleGeometry', false),
  ['advancedQueryCapabilities', ADVANCED],
  ['useStandardizedQueries', true],
  ['allowGeometryUpdates', true],
  ['htmlPopupType', 'esriServerHTMLPopupTypeNone'],
  ['objectIdField', 'OBJECTID'],
  ['uniqueIdField', { name: 'OBJECTID', isSystemMaintained: true }],
  ['globalIdField', 'GlobalID'],
  ['typeIdField', null],
  ['types', []],
  ['indexes', expect.arrayContaining([expect.objectContaining({ name: TEXT, fields: TEXT, isUnique: expect.any(Boolean) })])],
  ['dateFieldsTimeReference', { timeZone: 'UTC', respectsDaylightSaving: false }],
  ['maxRecordCount', 2000],
  ['standardMaxRecordCount', 4000],
  ['standardMaxRecordCountNoGeometry', 32000],
  ['tileMaxRecordCount', 8000],
  ['maxRecordCountFactor', 1],
  ['supportedQueryFormats', 'JSON, geoJSON, PBF'],
  ['supportedPbfFeatureEncodings', 'esriDefault'],
  ['supportedExportFormats', expect.stringMatching(/^csv,shapefile,geojson/)],
  ['exceedsLimitFactor', 1],
  ['ownershipBasedAccessControlForFeatures', null],
];

const PLACED: readonly Member[] = [
  ['type', 'Feature Layer'],
  ['geometryType', 'esriGeometryPoint'],
  ...listOf('minScale maxScale', 0),
  ['spatialReference', MERCATOR],
  [
    'drawingInfo',
    { renderer: expect.objectContaining({ type: 'simple', symbol: expect.any(Object) }), transparency: 0, labelingInfo: null },
  ],
  ['hasZ', true],
  [
    'supportedSpatialRelationships',
    expect.arrayContaining(
      ['Intersects', 'Contains', 'Crosses', 'EnvelopeIntersects', 'Overlaps', 'Touches', 'Within'].map((one) => `esriSpatialRel${one}`),
    ),
  ],
];

const template = (name: string, tool: string): object[] => [
  expect.objectContaining({ name, drawingTool: `esriFeatureEditTool${tool}`, prototype: { attributes: {} } }),
];
const related = (more: object): object[] => [
  expect.objectContaining({ id: 0, name: 'visits', cardinality: TEXT, keyField: 'n', composite: expect.any(Boolean), ...more }),
];
const ATTACHED = ['name', 'size', 'contentType', 'keywords'].map((name) => ({ name, isEnabled: true }));

const MEMBERS: Readonly<Record<keyof typeof told, () => readonly Member[]>> = {
  service: () => [
    ...OF_SERVICES,
    ['serviceItemId', items.source],
    ['serviceDescription', 'Trees'],
    ['copyrightText', 'The city'],
    ...listOf('fullExtent initialExtent', around(12)),
    ['layers', [entry('trees')]],
    ['tables', [{ id: 1, name: 'visits', type: 'Table' }]],
    ['relationships', [{ id: 0, name: 'visits' }]],
    ['isView', undefined],
  ],
  'view service': () => [
    ...OF_SERVICES,
    ['serviceItemId', items.view],
    ...listOf('fullExtent initialExtent', around(10)),
    ['layers', [entry('oaks')]],
    ['tables', []],
    ['relationships', []],
    ['isView', true],
  ],
  'point layer': () => [
    ...OF_LAYERS,
    ...PLACED,
    ['id', 0],
    ['name', 'trees'],
    ['serviceItemId', items.source],
    ['displayField', 'name'],
    ['description', 'All trees'],
    ['extent', around(12)],
    ...listOf('supportsAppend supportsTruncate hasAttachments', true),
    ['supportedAppendFormats', expect.stringMatching(/^csv,geojson/)],
    ['isView', false],
    ['relationships', related({ relatedTableId: 1, role: 'esriRelRoleOrigin' })],
    ['templates', template('trees', 'Point')],
    ['timeInfo', expect.objectContaining({ startTimeField: 'seen', endTimeField: null, timeExtent: [DAY, DAY + 1] })],
    ['capabilities', told.service.capabilities],
    ['attachmentProperties', ATTACHED],
  ],
  table: () => [
    ...OF_LAYERS,
    ['type', 'Table'],
    ...listOf('geometryType extent spatialReference drawingInfo minScale maxScale supportedSpatialRelationships', undefined),
    ['id', 1],
    ['name', 'visits'],
    ['serviceItemId', items.source],
    ...listOf('hasZ hasAttachments isView', false),
    ...listOf('supportsAppend supportsTruncate', true),
    ['supportedAppendFormats', expect.stringMatching(/^csv,geojson/)],
    ['relationships', related({ relatedTableId: 0, role: 'esriRelRoleDestination' })],
    ['templates', template('visits', 'None')],
    ['timeInfo', null],
    ['capabilities', told.service.capabilities],
    ['attachmentProperties', []],
  ],
  view: () => [
    ...OF_LAYERS,
    ...PLACED,
    ['id', 0],
    ['name', 'oaks'],
    ['serviceItemId', items.view],
    ['displayField', 'name'],
    ['extent', around(10)],
    ...listOf('supportsAppend supportsTruncate', false),
    ['supportedAppendFormats', ''],
    ['isView', true],
    ['relationships', []],
    ['templates', template('oaks', 'Point')],
    ['capabilities', told['view service'].capabilities],
  ],
};

describe.each(Object.keys(MEMBERS) as (keyof typeof told)[])('the description of a %s', (of) => {
  it('has every member with its value or kind', () => {
    const members = Object.fromEntries(MEMBERS[of]());
    const found = Object.fromEntries(Object.keys(members).map((name) => [name, told[of][name]]));
    expect(found).toEqual(members);
  });
});

const STORED = { domain: null, defaultValue: null, nullable: true, editable: true, visible: true, description: '' };
test.each([
  ['OBJECTID', 'OID', 'Other', { nullable: false, editable: false }],
  ['GlobalID', 'GlobalID', 'Other', { nullable: false, editable: false, length: 38 }],
  ['name', 'String', 'NVarchar', { length: 40, defaultValue: 'none', nullable: false, description: 'What it is called' }],
  ['code', 'SmallInteger', 'SmallInt', { domain: { type: 'codedValue', name: 'codes', codedValues: [{ name: 'one', code: 1 }] } }],
  ['n', 'Integer', 'Integer', { domain: { type: 'range', name: 'few', range: [0, 10] } }],
  ['big', 'BigInteger', 'BigInt', {}],
  ['ratio', 'Single', 'Real', {}],
  ['size', 'Double', 'Float', {}],
  ['seen', 'Date', 'Timestamp2', {}],
  ['day', 'DateOnly', 'Date', {}],
  ['at', 'TimeOnly', 'Time', {}],
  ['moment', 'TimestampOffset', 'Other', {}],
  ['ref', 'GUID', 'Other', { length: 38 }],
] as const)('the field %s is described in full', (name, type, sqlType, more) => {
  const own = name === 'OBJECTID' || name === 'GlobalID';
  for (const of of ['point layer', 'table'] as const) {
    const field = told[of].fields.find((one: AnyReply) => one.name === name);
    const alias = own ? name : `The ${name}`;
    expect(field).toEqual({ ...STORED, name, alias, type: `esriFieldType${type}`, sqlType: `sqlType${sqlType}`, ...more });
  }
});

it('all layers and tables together say the same as each alone', async () => {
  expect(await t.as('petra').get(`${service}/layers`)).toEqual({ layers: [told['point layer']], tables: [told.table] });
  expect(await t.as('petra').get(`${viewed}/layers`)).toEqual({ layers: [told.view], tables: [] });
});

it.each([
  ['unknown/FeatureServer', 'Service not found.'],
  ['told/FeatureServer/9', 'Layer not found.'],
  ['told/FeatureServer/9/query', 'Layer not found.'],
])('%s is not there', async (path, message) => {
  const { error } = await t.as('petra').get(`/rest/services/Hosted/${path}`);
  expect(error).toMatchObject({ code: 404, message });
});
