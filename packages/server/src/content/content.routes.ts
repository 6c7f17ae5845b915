// Every endpoint of content.
import type { Routes } from '../platform/http/routes.ts';
import { audienceRoutes } from './audience.routes.ts';
import { commentRoutes } from './comments.routes.ts';
import { dependencyRoutes } from './dependencies.routes.ts';
import { groupContentRoutes } from './group-content.routes.ts';
import { itemRoutes } from './items.routes.ts';
import { recycleBinRoutes } from './recycle-bin.routes.ts';
import { registeredAppRoutes } from './registered-apps.routes.ts';
import { resourceRoutes } from './resources.routes.ts';
import { sharingRoutes } from './sharing.routes.ts';
import { userContentRoutes } from './user-content.routes.ts';
import { userItemRoutes } from './user-items.routes.ts';

/** Binds the endpoints of content. */
export function contentRoutes(routes: Routes): void {
  userContentRoutes(routes);
  userItemRoutes(routes);
  recycleBinRoutes(routes);
  dependencyRoutes(routes);
  itemRoutes(routes);
  resourceRoutes(routes);
  registeredAppRoutes(routes);
  commentRoutes(routes);
  sharingRoutes(routes);
  groupContentRoutes(routes);
  audienceRoutes(routes);
}
