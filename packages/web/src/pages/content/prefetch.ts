// Asks for the first items of the content page while its code is on the way.
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
import { pageQuery, readChoice } from './content-query.ts';

/** What fails here is asked for again by the page, which says so. */
export async function prefetchContent(params: URLSearchParams): Promise<void> {
  const session = await queryClient.fetchQuery(sessionQuery).catch(() => undefined);
  const username = params.get('user') || session?.user?.username;
  if (session?.user && username) await queryClient.prefetchQuery(pageQuery(readChoice(params, username), 0));
}
