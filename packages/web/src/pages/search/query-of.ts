// The query that the choices of the search page stand for.
import type { Session } from '../../api/session.ts';
import { itemQuery } from '../../items/search-query.ts';
import { type SearchChoices, sinceMs } from './search-params.ts';

/** Restricted to the organisation where that was chosen, or where public search is not allowed. @source CO-164 */
export function queryOf(choices: SearchChoices, session: Session): string {
  const isOrgOnly = choices.isOrgOnly || session.portal.canSearchPublic === false;
  return itemQuery({
    text: choices.text,
    filter: choices.filter === 'all' ? undefined : choices.filter,
    type: choices.type,
    owner: choices.owner,
    access: choices.access,
    tags: choices.tags,
    group: choices.group,
    modifiedSince: sinceMs(choices.since, Date.now()),
    orgId: isOrgOnly ? session.portal.id : undefined,
  });
}
