// An app with what it is set to and the questions of its template; and saving new answers.

import type { Item } from '@graticule/contract/content/item';
import { getItemData } from '@graticule/contract/content/items';
import { updateItem } from '@graticule/contract/content/user-items';
import {
  type Answers,
  answersOf,
  type QuestionSection,
  readQuestions,
  templateOf,
  withAnswers,
} from '@graticule/contract/documents/app-configuration';
import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { itemQuery } from '../../api/item-query.ts';
import { keys } from '../../api/keys.ts';

/** What the page is made from. */
interface Configuration {
  item: Item;
  /** Undefined where the template asks nothing, or nothing that this person may read. */
  sections: readonly QuestionSection[] | undefined;
  /** The template's answers with those of the app upon them. */
  answers: Answers;
}

/** The configuration of an app by its id. */
export function useConfiguration(id: string) {
  const item = useQuery(itemQuery(id));
  const data = useQuery({
    queryKey: keys.itemPart(id, 'configuration'),
    queryFn: () => loadConfiguration(id),
    enabled: item.data !== undefined,
  });
  const configuration: Configuration | undefined = item.data && data.data && { item: item.data, ...data.data };
  const error = item.error ?? data.error;
  const retry = () => void (item.error ? item.refetch() : data.refetch());
  return { configuration, error, retry };
}

async function loadConfiguration(id: string): Promise<Omit<Configuration, 'item'>> {
  const data = await call(getItemData, { id });
  const own = readQuestions(data);
  const templateId = own === undefined ? templateOf(data) : undefined;
  const template = templateId === undefined ? undefined : await readable(templateId);
  return { sections: own ?? readQuestions(template), answers: { ...answersOf(template), ...answersOf(data) } };
}

/** A template may have been deleted, or not be shared with this person any more: its app is there all the same. */
async function readable(id: string): Promise<unknown> {
  try {
    return await call(getItemData, { id }, { quiet: true });
  } catch (error) {
    const { status } = toApiError(error);
    if (status === 400 || status === 403 || status === 404 || status === 499) return undefined;
    throw error;
  }
}

/**
 * Saves changed answers upon what is there now: whoever saved others meanwhile keeps them.
 * @throws ApiError when the portal refuses
 */
export async function saveAnswers({ id, owner }: Item, changed: ReadonlyMap<string, unknown>): Promise<void> {
  const now = await call(getItemData, { id });
  await call(updateItem, { username: owner, id, text: JSON.stringify(withAnswers(now, changed)) });
}
