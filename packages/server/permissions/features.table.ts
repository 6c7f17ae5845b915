// Hosted layers: who reads, edits and changes them, by the access of their item.
import * as publishing from '@graticule/contract/content/publishing';
import * as attachments from '@graticule/contract/services/attachments';
import * as operations from '@graticule/contract/services/feature-operations';
import * as features from '@graticule/contract/services/feature-server';
import * as admin from '@graticule/contract/services/service-admin';
import * as tiles from '@graticule/contract/services/vector-tiles';
import { type Block, table } from './table.ts';

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
      { endpoint: features.validateSql, send: () => ({ sql: '1=1', sqlType: 'where' }) },
      {
        endpoint: operations.generateRenderer,
        send: () => ({ classificationDef: { type: 'uniqueValueDef', uniqueValueFields: ['name'] } }),
      },
      { endpoint: attachments.listAttachments },
      { endpoint: attachments.queryAttachments, send: () => ({ objectIds: '1' }) },
      { endpoint: attachments.getAttachment },
      { endpoint: tiles.layerTile, path: () => ({ z: '0', x: '0', y: '0' }) },
      { endpoint: tiles.vectorTileService },
      { endpoint: tiles.vectorTileStyle },
      { endpoint: tiles.vectorTileStyles },
      { endpoint: tiles.vectorTileStyleInfo },
      { endpoint: tiles.serviceTile, path: () => ({ z: '0', x: '0', y: '0' }) },
    ],
    expected: SEEN,
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
      { endpoint: attachments.deleteAttachments, send: () => ({ attachmentIds: '4711' }) },
    ],
    expected: EDITED,
  },
  {
    title: 'read the description of a service for administration',
    calls: [{ endpoint: admin.describeServiceAdmin }, { endpoint: admin.describeLayerAdmin }],
    expected: ADMINISTERED,
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
      { endpoint: admin.truncateLayer, send: () => ({ attachmentOnly: true }) },
    ],
    expected: ADMINISTERED,
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
    title: 'export a hosted layer of others into the own content',
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
