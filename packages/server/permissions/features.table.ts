// Hosted layers: who reads, edits and changes them, by the access of their item.
import * as publishing from '@graticule/contract/content/publishing';
import * as append from '@graticule/contract/services/append';
import * as attachments from '@graticule/contract/services/attachments';
import * as operations from '@graticule/contract/services/feature-operations';
import * as features from '@graticule/contract/services/feature-server';
import * as admin from '@graticule/contract/services/service-admin';
import * as sync from '@graticule/contract/services/sync';
import * as tiles from '@graticule/contract/services/vector-tiles';
import { type Answer, type Block, type Expected, PEOPLE, type Person, table } from './table.ts';

const POINT = { attributes: { name: 'x' }, geometry: { x: 1, y: 1 } };

/** A service is as visible as its item; visitors are asked to sign in. @source ACC-3 */
const SEEN = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     +        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     +        -        -        +      +       -       +
  updatable  ?    -      -      -    -         +     +        -        -        -      -       +       +
  org        ?    -      +      +    +         +     +        -        -        +      +       +       +
  public     +    +      +      +    +         +     +        +        +        +      +       +       +
`);

/** The same for what needs somebody who is signed in. */
const SEEN_SIGNED_IN = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     +        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     +        -        -        +      +       -       +
  updatable  ?    -      -      -    -         +     +        -        -        -      -       +       +
  org        ?    -      +      +    +         +     +        -        -        +      +       +       +
  public     ?    +      +      +    +         +     +        +        +        +      +       +       +
`);

/** Who sees the layer and holds features:user:edit; the layer allows edits. @source ACC-9 */
const EDITED = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     -        -        -        +      +       -       +
  updatable  ?    -      -      -    -         +     -        -        -        -      -       +       +
  org        ?    -      -      +    +         +     -        -        -        +      +       +       +
  public     ?    -      -      +    +         +     -        +        +        +      +       +       +
`);

/** Owner and administrators of the organisation. @source ACC-10 */
const ADMINISTERED = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     -        -        -        -      -       -       +
  updatable  ?    -      -      -    -         +     -        -        -        -      -       -       +
  org        ?    -      -      -    -         +     -        -        -        -      -       -       +
  public     ?    -      -      -    -         +     -        -        -        -      -       -       +
`);

let count = 0;
const fresh = (): string => `f${++count}`;

const NOTHING = '0'.repeat(32);

/** The same people, who hear of a fault in what they sent, or that there is nothing. */
function withReason(expected: Expected, reason: '/' | '0' = '/'): Expected {
  return Object.fromEntries(
    Object.entries(expected).map(([access, row]) => [
      access,
      Object.fromEntries(PEOPLE.map((person) => [person, row[person] === '+' ? reason : row[person]])) as Record<Person, Answer>,
    ]),
  );
}

export const FEATURE_BLOCKS: readonly Block[] = [
  {
    title: 'read a hosted layer',
    calls: [
      { endpoint: features.describeFeatureService },
      { endpoint: features.describeLayers },
      { endpoint: features.describeLayer },
      { endpoint: features.queryLayer, send: () => ({ where: '1=1' }) },
      { endpoint: features.queryLayer, send: () => ({ where: '1=1', returnCountOnly: true }) },
      { endpoint: features.getFeature },
      { endpoint: operations.queryService, send: () => ({ layerDefs: { '0': '1=1' } }) },
      { endpoint: operations.queryRelatedRecords, send: () => ({ objectIds: '1', relationshipId: 3 }) },
      { endpoint: operations.queryDomains, send: () => ({ layers: '[0]' }) },
      { endpoint: operations.layerEstimates },
      {
        endpoint: operations.queryTopFeatures,
        send: () => ({ topFilter: { groupByFields: 'name', topCount: 1, orderByFields: 'OBJECTID' } }),
      },
      { endpoint: operations.serviceRelationships },
      { endpoint: operations.serviceItemInfo },
      { endpoint: operations.serviceInfo },
      { endpoint: features.validateSql, send: () => ({ sql: '1=1', sqlType: 'where' }) },
      {
        endpoint: operations.generateRenderer,
        send: () => ({ classificationDef: { type: 'uniqueValueDef', uniqueValueFields: ['name'] } }),
      },
      { endpoint: attachments.listAttachments },
      { endpoint: attachments.queryAttachments, send: () => ({ objectIds: '1' }) },
      { endpoint: attachments.getAttachment },
      { endpoint: tiles.layerTile, path: () => ({ z: '0', x: '0', y: '0' }) },
      { endpoint: tiles.layerTileJson },
      { endpoint: tiles.vectorTileJson },
      { endpoint: tiles.vectorTileService },
      { endpoint: tiles.vectorTileStyle },
      { endpoint: tiles.vectorTileStyles },
      { endpoint: tiles.vectorTileStyleInfo },
      { endpoint: tiles.vectorTileFile, path: () => ({ '*': 'sprites/sprite.json' }) },
      { endpoint: tiles.vectorTileFile, path: () => ({ '*': 'fonts/Noto Sans Regular/0-255.pbf' }) },
      { endpoint: tiles.serviceTile, path: () => ({ z: '0', x: '0', y: '0' }) },
    ],
    expected: SEEN,
  },
  {
    title: 'ask a service that keeps no changes for them',
    calls: [{ endpoint: sync.extractChanges, send: () => ({ layerServerGens: [{ id: 0, serverGen: 1 }] }) }],
    expected: withReason(SEEN),
  },
  {
    title: 'ask a service that keeps no changes for copies',
    calls: [
      { endpoint: sync.createReplica, send: () => ({ layers: '0' }) },
      { endpoint: sync.synchronizeReplica, send: () => ({ replicaID: NOTHING }) },
      { endpoint: sync.unregisterReplica, send: () => ({ replicaID: NOTHING }) },
      { endpoint: sync.listReplicas },
      { endpoint: sync.describeReplica, path: () => ({ replica: NOTHING }) },
      { endpoint: sync.syncJob, path: () => ({ job: NOTHING }) },
      { endpoint: sync.syncResult, path: () => ({ job: NOTHING }) },
    ],
    expected: withReason(SEEN_SIGNED_IN),
  },
  {
    title: 'ask for the picture and the metadata of a service that has none',
    calls: [{ endpoint: operations.serviceThumbnail }, { endpoint: operations.serviceMetadata }, { endpoint: operations.layerMetadata }],
    expected: withReason(SEEN, '0'),
  },
  {
    title: 'ask vector tiles for a file that they do not have',
    calls: [{ endpoint: tiles.vectorTileFile, path: () => ({ '*': 'sprites/other.json' }) }],
    expected: withReason(SEEN, '0'),
  },
  {
    title: 'edit a hosted layer that allows it',
    calls: [
      { endpoint: features.addFeatures, send: () => ({ features: [POINT] }) },
      { endpoint: features.updateFeatures, send: () => ({ features: [{ attributes: { OBJECTID: 1, name: 'y' } }] }) },
      { endpoint: features.applyEdits, send: () => ({ adds: [POINT] }) },
      { endpoint: features.deleteFeatures, send: () => ({ where: "name = 'nothing is called so'" }) },
      { endpoint: operations.applyServiceEdits, send: () => ({ edits: [{ id: 0, adds: [POINT] }] }) },
      {
        endpoint: operations.calculateField,
        send: () => ({ where: 'OBJECTID = 1', calcExpression: [{ field: 'name', value: 'z' }] }),
      },
      { endpoint: attachments.addAttachment, files: { attachment: { name: 'a.txt', bytes: 'a', type: 'text/plain' } } },
      {
        endpoint: attachments.updateAttachment,
        send: ({ attachment = '' }) => ({ attachmentId: attachment }),
        files: { attachment: { name: 'b.txt', bytes: 'b', type: 'text/plain' } },
      },
      { endpoint: append.listUploads },
      { endpoint: append.registerUpload, send: () => ({ itemName: 'a.csv' }) },
      { endpoint: append.uploadFile, files: { file: { name: 'a.csv', bytes: 'name\na\n', type: 'text/csv' } } },
      { endpoint: attachments.deleteAttachments, send: () => ({ attachmentIds: '4711' }) },
    ],
    expected: EDITED,
  },
  {
    title: 'load rows into a layer: who may is told what is missing',
    calls: [{ endpoint: append.appendFeatures }, { endpoint: append.analyzeAppend }],
    expected: withReason(EDITED),
  },
  {
    title: 'go on with a file sent to a service: who may is told that it is not there',
    calls: [
      { endpoint: append.describeUpload, path: () => ({ upload: NOTHING }) },
      { endpoint: append.listUploadParts, path: () => ({ upload: NOTHING }) },
      {
        endpoint: append.uploadPart,
        path: () => ({ upload: NOTHING }),
        send: () => ({ partId: 1 }),
        files: { partFile: { name: 'p', bytes: 'x' } },
      },
      { endpoint: append.commitUpload, path: () => ({ upload: NOTHING }) },
      { endpoint: append.deleteUpload, path: () => ({ upload: NOTHING }) },
    ],
    expected: withReason(EDITED),
  },
  {
    title: 'read the description of a service for administration',
    calls: [
      { endpoint: admin.describeServiceAdmin },
      { endpoint: admin.describeLayerAdmin },
      { endpoint: operations.viewSources },
      { endpoint: admin.serviceStatus },
      { endpoint: admin.keptTiles },
    ],
    expected: ADMINISTERED,
  },
  {
    title: 'ask for a job that a service never had',
    calls: [{ endpoint: admin.serviceJob, path: () => ({ job: NOTHING }) }],
    expected: withReason(ADMINISTERED),
  },
  {
    title: 'change the definition of a service',
    calls: [
      { endpoint: admin.updateServiceDefinition, send: () => ({ updateDefinition: { copyrightText: fresh() } }) },
      { endpoint: admin.updateLayerDefinition, send: () => ({ updateDefinition: { description: fresh() } }) },
      {
        endpoint: admin.addToLayerDefinition,
        send: () => ({ addToDefinition: { fields: [{ name: fresh(), type: 'esriFieldTypeInteger' }] } }),
      },
      { endpoint: admin.addToServiceDefinition, send: () => ({ addToDefinition: { tables: [{ name: fresh(), fields: [] }] } }) },
      { endpoint: admin.refreshLayer },
      { endpoint: admin.refreshService },
      { endpoint: admin.renewTiles },
      { endpoint: admin.truncateLayer, send: () => ({ attachmentOnly: true }) },
    ],
    expected: ADMINISTERED,
  },
  {
    title: 'replace all rows of a layer, or follow how they are loaded: who may is told what is missing',
    calls: [{ endpoint: append.replaceFeatures }],
    expected: withReason(ADMINISTERED),
  },
  {
    title: 'list the own loads of a layer that they see, those of others only who manages it',
    calls: [{ endpoint: append.listLoads }],
    expected: SEEN_SIGNED_IN,
  },
  {
    title: 'see and end a job that is not there',
    calls: [
      { endpoint: append.loadStatus, path: () => ({ job: NOTHING }) },
      { endpoint: append.refusedRowsOfLoad, path: () => ({ job: NOTHING }) },
      { endpoint: append.cancelLoad, path: () => ({ job: NOTHING }) },
    ],
    expected: withReason(SEEN_SIGNED_IN),
  },
  {
    title: 'take a field out of a layer',
    calls: [{ endpoint: admin.deleteFromLayerDefinition, send: () => ({ deleteFromDefinition: { fields: [{ name: 'gone' }] } }) }],
    before: {
      endpoint: admin.addToLayerDefinition,
      send: () => ({ addToDefinition: { fields: [{ name: 'gone', type: 'esriFieldTypeInteger' }] } }),
    },
    expected: ADMINISTERED,
  },
  {
    title: 'be told that a layer to delete is not there',
    calls: [{ endpoint: admin.deleteFromServiceDefinition, send: () => ({ deleteFromDefinition: { tables: [{ id: 999 }] } }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         /     -        -        -        -      -       -       /
  shared     ?    -      -      -    -         /     -        -        -        -      -       -       /
  updatable  ?    -      -      -    -         /     -        -        -        -      -       -       /
  org        ?    -      -      -    -         /     -        -        -        -      -       -       /
  public     ?    -      -      -    -         /     -        -        -        -      -       -       /
`),
  },
  {
    title: 'download a hosted layer: who changes it, and who may view everything of the organisation',
    calls: [{ endpoint: publishing.downloadLayers, send: () => ({ exportFormat: 'CSV', layers: '0' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    -    -      -      -    -         +     +        -        -        -      -       -       +
  shared     -    -      -      -    -         +     +        -        -        -      -       -       +
  updatable  -    -      -      -    -         +     +        -        -        -      -       +       +
  org        -    -      -      -    -         +     +        -        -        -      -       -       +
  public     -    -      -      -    -         +     +        -        -        -      -       -       +
`),
  },
  {
    title: 'take a hosted layer away as a file: who changes it, when it does not allow it to others',
    calls: [
      {
        endpoint: publishing.exportItem,
        path: ({ self = '' }) => ({ username: self }),
        send: ({ id = '' }) => ({ itemId: id, exportFormat: 'CSV', exportParameters: { layers: [{ id: 0 }] }, title: fresh() }),
      },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     -        -        -        -      -       -       +
  updatable  ?    -      -      -    -         +     -        -        -        -      -       +       +
  org        ?    -      -      -    -         +     -        -        -        -      -       -       +
  public     ?    -      -      -    -         +     -        -        -        -      -       -       +
`),
  },
];
