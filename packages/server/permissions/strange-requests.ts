// Requests in which somebody names what belongs to another organisation: every endpoint, every place where a name can stand.
import type { Endpoint } from '@graticule/contract/endpoint';
import type { TestFile } from '../testing/agent.ts';
import type { Estate, Kind } from './estate.ts';

/** A request to send. */
export interface StrangeRequest {
  endpoint: Endpoint;
  method: 'GET' | 'POST';
  path: string;
  params: Record<string, string>;
  files: Record<string, TestFile>;
}

type Names = Estate['names'];

/** What the parts of a path name; `id` depends on what stands before it. */
const IN_PATHS: Readonly<Record<string, Kind>> = {
  username: 'username',
  itemId: 'item',
  folder: 'folder',
  service: 'service',
  attachment: 'attachment',
  upload: 'serviceUpload',
  replica: 'replica',
  job: 'loadJob',
  commentId: 'comment',
  notificationId: 'notification',
  savedSearchId: 'savedSearch',
  clientId: 'client',
  roleId: 'role',
  key: 'resource',
  portal: 'portal',
  provisionId: 'provision',
  '*': 'itemFile',
};

/** What parameters name. */
const IN_FORMS: Readonly<Record<string, Kind>> = {
  items: 'item',
  itemId: 'item',
  appendItemId: 'item',
  originItemId: 'item',
  destinationItemId: 'item',
  groups: 'group',
  folder: 'folder',
  targetUsername: 'username',
  users: 'username',
  admins: 'username',
  user: 'username',
  appendUploadId: 'serviceUpload',
  replicaID: 'replica',
  jobId: 'exportJob',
  parentId: 'comment',
  client_id: 'client',
  role: 'role',
  resource: 'itemFile',
  id: 'portal',
  accountId: 'portal',
  invitationId: 'organisationInvitation',
};

/** What has to be given besides, so that a request comes as far as it can. */
const GIVEN: Readonly<Record<string, string>> = {
  z: '0',
  x: '0',
  y: '0',
  layer: '0',
  objectId: '1',
  file: 'thumbnail.png',
  where: '1=1',
  objectIds: '1',
  relationshipId: '0',
  layers: '0',
  layerDefs: '{"0":"1=1"}',
  layerServerGens: '[{"id":0,"serverGen":1}]',
  returnInserts: 'true',
  features: '[{"attributes":{"OBJECTID":1,"name":"changed"},"geometry":{"x":2,"y":2}}]',
  adds: '[{"attributes":{"name":"added"},"geometry":{"x":2,"y":2}}]',
  edits: '[{"id":0,"adds":[{"attributes":{"name":"added"},"geometry":{"x":2,"y":2}}]}]',
  calcExpression: '[{"field":"name","value":"changed"}]',
  classificationDef: '{"type":"uniqueValueDef","uniqueValueFields":["name"]}',
  topFilter: '{"groupByFields":"name","topCount":1,"orderByFields":"OBJECTID"}',
  outFields: '*',
  updateDefinition: '{"description":"changed"}',
  addToDefinition: '{"fields":[{"name":"added","type":"esriFieldTypeInteger"}]}',
  deleteFromDefinition: '{"fields":[{"name":"code"}]}',
  attachmentIds: '1',
  attachmentId: '1',
  exportFormat: 'CSV',
  fileType: 'csv',
  appendUploadFormat: 'csv',
  publishParameters: '{"name":"taken","locationType":"coordinates","latitudeFieldName":"lat","longitudeFieldName":"lon"}',
  relationshipType: 'Map2FeatureCollection',
  redirect_uris: '["https://example.org/back"]',
  appType: 'browser',
  privileges: '{"privileges":[]}',
  comment: 'words',
  rating: '3',
  title: 'changed',
  name: 'changed',
  description: 'changed',
  access: 'public',
  everyone: 'true',
  partNum: '1',
  partId: '1',
  properties: '{"a":1}',
  emails: 'somebody@example.org',
  invitationList: '{"invitations":[{"email":"somebody@example.org","role":"org_user"}]}',
  infoFile: 'notes.txt',
  deleteAll: 'true',
  sql: '1=1',
  days: '7',
};

/** Credentials are taken or ended here, or accounts and organisations made; and the link of an invitation is a right of its own (0062). */
const LEFT_OUT =
  /generateToken|oauth2\/(session|signout|revokeToken|endSession)|forgotPassword|resetPassword|createInitialAdmin|createUser|createOrganization|signup|community\/invitations/;

function kindInPath(name: string, before: string): Kind | undefined {
  if (name === 'id') return /\/groups\/$/.test(before) ? 'group' : 'item';
  if (name === 'invitationId') return /\/(groups|users)\//.test(before) ? 'groupInvitation' : 'organisationInvitation';
  if (name === 'job') return before.includes('/append/') ? 'loadJob' : 'serviceJob';
  return IN_PATHS[name];
}

/** Parts of a path in turn: text, or the kind of what stands there. */
function partsOf(path: string): { text: string; kind: Kind | undefined }[] {
  const parts: { text: string; kind: Kind | undefined }[] = [];
  let before = '';
  for (const part of path.split('/').slice(1)) {
    const name = part === '*' ? '*' : part.startsWith(':') ? part.slice(1) : undefined;
    const kind = name === undefined ? undefined : kindInPath(name, `${before}/`);
    parts.push({ text: name === undefined ? part : kind === undefined ? (GIVEN[name] ?? '1') : '', kind });
    before += `/${part}`;
  }
  return parts;
}

/** Which of several places name what is strange: all of them, and all mixtures. */
function mixtures(places: number): boolean[][] {
  return Array.from({ length: 2 ** places }, (_, bits) => Array.from({ length: places }, (_none, at) => ((bits >> at) & 1) === 1));
}

/** All requests of an endpoint that name at least one thing of `strange`; elsewhere stands what is one's own. */
export function strangeRequests(endpoint: Endpoint, own: Names, strange: Names): StrangeRequest[] {
  if (LEFT_OUT.test(endpoint.path)) return [];
  const parts = partsOf(endpoint.path);
  const inPath = parts.filter((part) => part.kind !== undefined);
  const named = Object.keys(endpoint.params).filter((name) => IN_FORMS[name] !== undefined);
  // A list takes everything at once.
  const alone = named.filter((name) => endpoint.params[name]?.kind !== 'csv').map((name) => IN_FORMS[name]);
  const rounds = Math.max(
    1,
    ...[...inPath.map((part) => part.kind), ...alone].map((kind) => (kind === undefined ? 1 : strange[kind].length)),
  );
  const requests = new Map<string, StrangeRequest>();
  for (const chosen of mixtures(inPath.length + (named.length > 0 ? 1 : 0))) {
    if (!chosen.includes(true)) continue;
    for (let round = 0; round < rounds; round++) {
      const all = (kind: Kind, isStrange: boolean): readonly string[] => (isStrange ? strange : own)[kind];
      const one = (kind: Kind, isStrange: boolean): string => all(kind, isStrange)[round % all(kind, isStrange).length] ?? '';
      let at = 0;
      const path = parts.map(({ text, kind }) => (kind === undefined ? text : encodeURI(one(kind, chosen[at++] === true)))).join('/');
      const isStrange = chosen.at(-1) === true && named.length > 0;
      const params = formOf(endpoint, (kind, isList) => (isList ? all(kind, isStrange).join(',') : one(kind, isStrange)));
      const request = { endpoint, method: endpoint.method === 'change' ? 'POST' : 'GET', path: `/${path}`, ...params } as const;
      requests.set(JSON.stringify([request.path, request.params]), request);
    }
  }
  return [...requests.values()];
}

function formOf(endpoint: Endpoint, value: (kind: Kind, isList: boolean) => string): Pick<StrangeRequest, 'params' | 'files'> {
  const params: Record<string, string> = {};
  const files: Record<string, TestFile> = {};
  for (const [name, { required, kind }] of Object.entries(endpoint.params)) {
    const known = IN_FORMS[name];
    const given = known === undefined ? GIVEN[name] : value(known, kind === 'csv');
    if (kind === 'file') {
      if (required) files[name] = { name: 'own.txt', bytes: 'own', type: 'text/plain' };
    } else if (given !== undefined && (kind !== 'flag' || given === 'true')) params[name] = given;
    else if (required) params[name] = kind === 'json' ? '{}' : kind === 'integer' || kind === 'number' ? '1' : 'words';
  }
  return { params, files };
}
