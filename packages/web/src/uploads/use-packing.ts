// Puts chosen files together before they go, and says what stands in the way.
import { notifications } from '@mantine/notifications';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { MOST_DROPPED, NothingDropped, TooManyDropped } from './dropped-files.ts';
import { packFiles } from './pack-files.ts';
import { TooMuchForZip } from './stored-zip.ts';
import { type GivenFile, together } from './together.ts';

/** So much is read in a moment. */
const LONG_BYTES = 100_000_000;

/** The files to send; undefined when they cannot be read or put together, which is told. */
export function usePacking(): (given: readonly GivenFile[] | Promise<readonly GivenFile[]>) => Promise<File[] | undefined> {
  const t = useTranslate();
  const format = useFormat();
  const wordsOf = (error: unknown): string => {
    if (error instanceof TooMuchForZip) return t('shell.pack.too-much');
    if (error instanceof TooManyDropped) return t('shell.pack.too-many', { most: format.number(MOST_DROPPED) });
    if (error instanceof NothingDropped) return t('shell.pack.nothing');
    return t('shell.pack.unreadable');
  };
  return async (given) => {
    let note: string | undefined;
    try {
      const files = await given;
      if (bytesToPack(files) > LONG_BYTES)
        note = notifications.show({ message: t('shell.pack.packing'), loading: true, autoClose: false, withCloseButton: false });
      return await packFiles(files);
    } catch (error) {
      notifications.show({ message: wordsOf(error), color: 'vermilion', autoClose: 12_000 });
      return undefined;
    } finally {
      if (note !== undefined) notifications.hide(note);
    }
  };
}

/** What goes as it is takes no time. */
function bytesToPack(given: readonly GivenFile[]): number {
  const parts = together(given).flatMap((one) => (one instanceof File ? [] : one.parts));
  return parts.reduce((sum, { file }) => sum + file.size, 0);
}
