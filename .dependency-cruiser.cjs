// Who may import whom. ARCHITECTURE.md draws the same directions as a picture.

/** The ladder of the server: a domain may import only domains listed before it. */
const LADDER = [
  'identity',
  'notifications',
  'organisation',
  'groups',
  'people',
  'invitations',
  'content',
  'search',
  'gazetteer',
  'features',
  'tiles',
  'publishing',
  'marketplace',
  'setup',
  'closing',
];
const SERVER = 'packages/server/src/';
const WEB = 'packages/web/src/';
const domains = LADDER.join('|');
const npm = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const ladder = LADDER.map((domain, index) =>
  rule(
    `ladder-${domain}`,
    'A domain uses only domains below it.',
    { path: `^${SERVER}${domain}/`, pathNot: '\\.test\\.ts$' },
    { path: `^${SERVER}(${LADDER.slice(index + 1).join('|') || 'none-above'})/` },
  ),
);

const packages = [
  rule('no-cycles', 'A cycle has no direction, types included.', {}, { circular: true }),
  rule(
    'geo-and-i18n-stand-alone',
    'geo and i18n know nothing of ours.',
    { path: '^packages/(geo|i18n)/' },
    { path: '^packages/(contract|server|web)/' },
  ),
  rule(
    'geo-and-i18n-apart',
    'geo and i18n do not know each other.',
    { path: '^packages/(geo|i18n)/' },
    { path: '^packages/(geo|i18n)/', pathNot: '^packages/$1/' },
  ),
  rule('contract-knows-only-geo', 'The contract runs anywhere.', { path: '^packages/contract/' }, { path: '^packages/(server|web|i18n)/' }),
  rule(
    'server-and-web-never-meet',
    'They meet over HTTP.',
    { path: '^packages/(server|web)/' },
    { path: '^packages/(server|web)/', pathNot: '^packages/$1/' },
  ),
  rule('e2e-from-outside', 'Journeys see what a browser sees.', { path: '^e2e/' }, { path: '^packages/(server|web)/src/' }),
  rule(
    'declared-dependencies',
    'What a package imports stands in its package.json.',
    { path: '^(packages|e2e|bench|tools)/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  rule(
    'found',
    'Every import resolves.',
    { path: '^(packages|e2e|bench|tools)/' },
    { couldNotResolve: true, pathNot: '\\?(raw|url|worker)$' },
  ),
];

const server = [
  rule(
    'platform-knows-no-domain',
    'The floor knows nobody who stands on it.',
    { path: `^${SERVER}(platform|config|schema)/` },
    { path: `^${SERVER}(${domains})/` },
  ),
  rule(
    'domain-by-its-door',
    'Other domains only through index.ts, or an SQL fragment.',
    { path: `^${SERVER}(${domains})/` },
    { path: `^${SERVER}(${domains})/`, pathNot: [`^${SERVER}$1/`, '/index\\.ts$', '\\.sql\\.ts$'] },
  ),
  rule(
    'own-door-is-for-others',
    'Inside, import the file itself.',
    { path: `^${SERVER}(${domains})/` },
    { path: `^${SERVER}$1/index\\.ts$` },
  ),
  rule(
    'fragments-only-in-stores',
    'SQL fragments belong into SQL.',
    { path: `^${SERVER}`, pathNot: ['\\.(store|sql)\\.ts$', '\\.(db|sql)\\.test\\.ts$'] },
    { path: '\\.sql\\.ts$' },
  ),
  rule(
    'schema-is-the-floor',
    'Table shapes know nobody.',
    { path: `^${SERVER}schema/` },
    { path: [`^${SERVER}(?!schema/)`, npm('fastify', 'pg')] },
  ),
  rule(
    'processes-by-the-door',
    'app, jobs, main and worker use doors.',
    { path: `^${SERVER}[^/]+\\.ts$` },
    { path: `^${SERVER}(${domains})/`, pathNot: '/index\\.ts$' },
  ),
  rule(
    'nobody-imports-the-app',
    'The top is at the top.',
    { path: `^${SERVER}[^/]+/` },
    { path: `^${SERVER}(app|jobs|main|worker)\\.ts$` },
  ),
  ...ladder,
  rule(
    'sql-only-in-stores',
    'Statements stand in stores.',
    { path: `^${SERVER}`, pathNot: ['\\.(store|sql)\\.ts$', `^${SERVER}(platform/db|schema)/`, '\\.db\\.test\\.ts$'] },
    { path: npm('kysely', 'pg', 'pg-copy-streams') },
  ),
  rule(
    'http-only-in-routes',
    'Operations know nothing of HTTP.',
    { path: `^${SERVER}(${domains})/`, pathNot: ['\\.(routes|hook)\\.ts$', '\\.api\\.test\\.ts$'] },
    { path: [`^${SERVER}platform/http/`, npm('fastify')] },
  ),
  rule('routes-never-reach-the-store', 'Routes call operations.', { path: '\\.routes\\.ts$' }, { path: '\\.store\\.ts$' }),
  rule(
    'store-is-the-bottom',
    'A store only asks the database.',
    { path: `^${SERVER}(${domains})/.*\\.store\\.ts$` },
    {
      path: `^${SERVER}`,
      pathNot: [`^${SERVER}(schema/|platform/(db/|context|caller))`, '\\.(store|sql)\\.ts$', '/(grammar|tree)\\.ts$', '\\.rules\\.ts$'],
    },
  ),
  rule(
    'rules-and-views-do-no-io',
    'Decisions and shapes are pure.',
    { path: `^${SERVER}.*\\.(rules|view)\\.ts$` },
    // Checking shapes and folding texts is pure.
    {
      path: [
        `^${SERVER}platform/(db/(?!search-text\\.)|(files|queue|mail|http)/)`,
        '\\.store\\.ts$',
        'node_modules/(?!zod/)',
        '^(node:)?fs',
      ],
    },
  ),
  rule(
    'jobs-are-only-registered',
    'Code enqueues a name, never a handler.',
    { path: `^${SERVER}`, pathNot: ['/index\\.ts$', '\\.test\\.ts$'] },
    { path: '\\.job\\.ts$' },
  ),
];

const web = [
  rule(
    'engines-know-no-react',
    'React gives the map data and takes its events.',
    { path: `^${WEB}(map|globe)/` },
    { path: [npm('react', 'react-dom'), `^${WEB}(ui|shell|pages|viewer|scene|api|items|people|item-actions)/`] },
  ),
  rule(
    'maplibre-only-in-map',
    'One place knows the map library.',
    { path: '^packages/', pathNot: `^${WEB}map/` },
    { path: npm('maplibre-gl') },
  ),
  rule(
    'cesium-only-in-globe',
    'One place knows the globe library.',
    { path: '^packages/', pathNot: `^${WEB}globe/` },
    { path: npm('@cesium', 'cesium') },
  ),
  rule(
    'ui-knows-no-product',
    'Primitives know neither router nor API.',
    { path: `^${WEB}ui/` },
    { path: `^packages/(contract|web/src/(api|shell|pages|viewer|scene|map|globe|items|people|item-actions))/` },
  ),
  rule(
    'pages-do-not-share',
    'What two pages need stands beside the pages.',
    { path: `^${WEB}pages/([^/]+)/` },
    { path: `^${WEB}pages/`, pathNot: `^${WEB}pages/$1/` },
  ),
];

module.exports = {
  forbidden: [...packages, ...server, ...web],
  options: {
    tsPreCompilationDeps: true,
    // Test tools stand in the root package.json for all packages.
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/fixtures/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
