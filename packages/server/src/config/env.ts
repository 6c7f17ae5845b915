// Every variable that the server reads from its environment: kind, default and a sentence for the operator.

/** How a variable's text becomes a value. */
export type VariableKind = 'text' | 'integer' | 'flag' | 'bytes' | 'json' | 'url' | 'list';

export interface Variable {
  kind: VariableKind;
  /** Text used when the variable is unset; undefined means "no value". */
  default?: string;
  /** One sentence for the operator's page. */
  says: string;
  /** Never printed. */
  secret?: boolean;
}

/** The list from which the configuration and the operator's page are made. */
export const VARIABLES = {
  GRATICULE_PORT: { kind: 'integer', default: '8080', says: 'Port that the portal listens on.' },
  GRATICULE_HOST: { kind: 'text', default: '127.0.0.1', says: 'Address that the portal listens on; 0.0.0.0 listens on every address.' },
  GRATICULE_PUBLIC_URL: {
    kind: 'url',
    says: 'Address that people use, such as https://gis.example.org; without it, links are built from the request.',
  },
  GRATICULE_MULTI_TENANT: {
    kind: 'flag',
    default: 'false',
    says: 'Holds several organisations, each at its own key below the host of GRATICULE_PUBLIC_URL, such as https://town.gis.example.org.',
  },
  GRATICULE_DATA_DIR: { kind: 'text', default: 'data', says: 'Folder of the embedded database and of uploaded files.' },
  DATABASE_URL: {
    kind: 'text',
    secret: true,
    says: 'PostgreSQL 15 or newer with PostGIS 3 or newer; without it, the embedded database in the data folder is used.',
  },
  GRATICULE_DATABASE_CONNECTIONS: { kind: 'integer', default: '16', says: 'Most connections to the database.' },
  GRATICULE_BOOTSTRAP_ADMIN: {
    kind: 'json',
    secret: true,
    says: 'JSON with username, password, email and fullName of the first administrator; used only while there is none, and creates the organisation with defaults too.',
  },
  GRATICULE_SMTP_URL: {
    kind: 'url',
    secret: true,
    says: 'Mail server, such as smtp://user:password@mail.example.org:587 (smtps:// for TLS from the start); without it, the portal sends no mail. Needs GRATICULE_MAIL_FROM and GRATICULE_PUBLIC_URL.',
  },
  GRATICULE_MAIL_FROM: { kind: 'text', says: 'Sender of mail, such as "Maps of the town <maps@example.org>".' },
  GRATICULE_TRUSTED_PROXIES: { kind: 'list', default: '', says: 'Addresses of reverse proxies whose X-Forwarded headers count.' },
  GRATICULE_FETCH_HOSTS: {
    kind: 'list',
    default: '',
    says: 'Servers that files may be fetched from when somebody names an address, such as data.example.org,*.example.com,maps.lan:8080; empty for none.',
  },
  GRATICULE_OGR2OGR: {
    kind: 'text',
    default: 'ogr2ogr',
    says: "GDAL's program ogr2ogr, 3.6 or later: a path, or a name that is looked for in the PATH. Where it is found layers can be saved as File Geodatabases; off uses none.",
  },
  GRATICULE_UPLOAD_LIMIT: { kind: 'bytes', default: '500MB', says: 'Largest file accepted in one request.' },
  GRATICULE_STORAGE_QUOTA: {
    kind: 'bytes',
    default: '50GB',
    says: 'Storage of a member, files and rows of layers together, unless an administrator sets another. On disk rows take two to four times what they count.',
  },
  GRATICULE_RECYCLE_BIN_DAYS: {
    kind: 'integer',
    default: '30',
    says: 'Days that deleted items stay in the recycle bin; 0 deletes them at once.',
  },
  GRATICULE_SIGN_IN_FAILURES: {
    kind: 'integer',
    default: '5',
    says: 'Failed sign-ins of one account after which it is locked for a while.',
  },
  GRATICULE_LOCKOUT_MINUTES: { kind: 'integer', default: '15', says: 'How long an account stays locked after too many failures.' },
  GRATICULE_LOG_LEVEL: { kind: 'text', default: 'info', says: 'How much is logged: debug, info, warn, error or silent.' },
  GRATICULE_JOB_WORKERS: {
    kind: 'integer',
    default: '2',
    says: 'Jobs that run at once in this process; 0 leaves them to other processes.',
  },
  GRATICULE_JOB_LEASE: {
    kind: 'integer',
    default: '60',
    says: 'Seconds a running job may stay silent before another process takes it up.',
  },
  GRATICULE_JOB_STALL: {
    kind: 'integer',
    default: '7200',
    says: 'Seconds without progress after which a running job is taken to hang; it is ended and tried again.',
  },
  GRATICULE_METRICS: { kind: 'flag', default: 'true', says: 'Serves Prometheus metrics at /metrics.' },
  GRATICULE_TILE_CACHE: { kind: 'bytes', default: '64MB', says: 'Memory for encoded vector tiles.' },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
