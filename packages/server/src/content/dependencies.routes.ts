// Endpoints that tell what items need and what needs them.
import { type Dependency, findDependents, listDependencies, listDependents } from '@graticule/contract/content/dependencies';
import { pageReply } from '@graticule/contract/paging';
import { groupView } from '../groups/index.ts';
import type { Routes } from '../platform/http/routes.ts';
import { itemView } from './items.view.ts';
import { type DependentRow, findBreaking, listDependenciesOf, listDependentsOf } from './references.ts';

/** Binds the endpoints of this file. */
export function dependencyRoutes(routes: Routes): void {
  for (const [endpoint, list] of [
    [listDependencies, listDependenciesOf],
    [listDependents, listDependentsOf],
  ] as const) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const { page, rows, total } = await list(portal, caller, input);
      return { ...pageReply(page, rows.length, total), list: rows.map(dependencyView) };
    });
  }
  routes.bind(findDependents).to(async (portal, caller, input) => {
    const { page, items, groups } = await findBreaking(portal, caller, input);
    return {
      ...pageReply(page, items.rows.length, items.total),
      items: items.rows.map((row) => ({ ...itemView(row, caller.baseUrl), via: row.via, dependsOn: row.depends_on })),
      groups: groups.rows.map((row) => ({ ...groupView(row, caller.username), numAffected: row.affected })),
      hidden: { items: items.hidden, groups: groups.hidden },
    };
  });
}

function dependencyView(row: DependentRow): Dependency {
  return { dependencyType: 'id', id: row.id, title: row.title, type: row.type, owner: row.owner, via: row.via };
}
