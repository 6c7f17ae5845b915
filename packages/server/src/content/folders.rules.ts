// What the title of a folder may be. Pure.
import { fail } from '@graticule/contract/errors';

/** The title as it is kept. @throws FOLDER_TITLE_TAKEN also for an empty or unusable one */
export function checkedFolderTitle(title: string | undefined): string {
  const trimmed = (title ?? '').trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (trimmed === '' || trimmed.length > 250 || /[<>/\\"\u0000-\u001f]/.test(trimmed)) throw fail('FOLDER_TITLE_TAKEN');
  return trimmed;
}
