// The application: every route group and every "when an item is deleted, also…" listed by hand.
import type { FastifyInstance } from 'fastify';
import { closingRoutes } from './closing/index.ts';
import {
  commentsOfMember,
  contentRoutes,
  describePage,
  groupContentLifecycle,
  itemsOfMember,
  recycleBinOfMember,
  registerItemLifecycle,
  writeViews,
} from './content/index.ts';
import {
  attachmentRoutes,
  editRoutes,
  featureRoutes,
  followAtEnd,
  hostedServiceLifecycle,
  serviceAdminRoutes,
  syncRoutes,
  uploadRoutes,
} from './features/index.ts';
import { gazetteerRoutes } from './gazetteer/index.ts';
import { groupRoutes, memberRoutes, registerGroupLifecycle } from './groups/index.ts';
import { authenticate, claimCaller, guessCaller, tokenRoutes } from './identity/index.ts';
import { holderRoutes, invitationRoutes } from './invitations/index.ts';
import { licencesOfMember, marketplaceRoutes } from './marketplace/index.ts';
import { notificationRoutes } from './notifications/index.ts';
import {
  factRoutes,
  infoRoutes,
  portalResourceRoutes,
  portalRoutes,
  privateOrganisationGate,
  tenantRoutes,
  trustedOrigins,
} from './organisation/index.ts';
import { peopleRoutes, registerMemberLifecycle } from './people/index.ts';
import type { Portal } from './platform/context.ts';
import { baseUrlOf } from './platform/http/credentials.ts';
import { senderReader } from './platform/http/forwarded.ts';
import { addHealth } from './platform/http/health.ts';
import { createRoutes, type Routes } from './platform/http/routes.ts';
import { createHttpServer } from './platform/http/server.ts';
import { addWeb } from './platform/http/web.ts';
import { appendRoutes, publishingRoutes } from './publishing/index.ts';
import { savedSearchRoutes, searchRoutes } from './search/index.ts';
import { setupRoutes } from './setup/index.ts';
import { tileRoutes } from './tiles/index.ts';

/** Makes the application on a portal context. */
export async function createApp(portal: Portal, options: { webDir?: string } = {}): Promise<{ app: FastifyInstance; routes: Routes }> {
  const origins = { config: portal.config, allowedOrigins: (baseUrl: string) => trustedOrigins(portal, baseUrl) };
  const app = await createHttpServer({ ...origins, config: portal.config, log: portal.log });
  const { observe } = addHealth(app, portal);
  app.addHook('onClose', () => Promise.all([writeViews(portal), followAtEnd(portal)]));
  const routes = createRoutes({
    ...origins,
    app,
    portal,
    authenticate,
    guess: guessCaller,
    claim: claimCaller,
    gate: privateOrganisationGate,
    observe,
    senderIn: senderReader(portal.config.trustedProxies),
  });
  infoRoutes(routes);
  tokenRoutes(routes);
  factRoutes(routes);
  portalRoutes(routes);
  portalResourceRoutes(routes);
  tenantRoutes(routes);
  registerItemLifecycle(hostedServiceLifecycle);
  featureRoutes(routes);
  editRoutes(routes);
  syncRoutes(routes);
  attachmentRoutes(routes);
  uploadRoutes(routes);
  serviceAdminRoutes(routes);
  tileRoutes(routes);
  publishingRoutes(routes);
  appendRoutes(routes);
  notificationRoutes(routes);
  groupRoutes(routes);
  memberRoutes(routes);
  peopleRoutes(routes);
  invitationRoutes(routes);
  holderRoutes(routes);
  contentRoutes(routes);
  registerGroupLifecycle(groupContentLifecycle);
  registerMemberLifecycle(recycleBinOfMember);
  // After the recycle bin, which hands over what lies in folders.
  registerMemberLifecycle(itemsOfMember);
  registerMemberLifecycle(commentsOfMember);
  registerMemberLifecycle(licencesOfMember);
  searchRoutes(routes);
  savedSearchRoutes(routes);
  gazetteerRoutes(routes);
  marketplaceRoutes(routes);
  setupRoutes(routes);
  closingRoutes(routes);
  await addWeb(app, options.webDir, (request) => {
    const [path = '', query = ''] = request.url.split('?');
    return describePage(portal, { path, query: new URLSearchParams(query), baseUrl: baseUrlOf(request, portal.config) });
  });
  return { app, routes };
}
