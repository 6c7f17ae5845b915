// The buttons that add: a folder, files.
import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { chosenFiles } from '../../uploads/pack-files.ts';
import type { GivenFile } from '../../uploads/together.ts';

interface Props {
  onFiles: (files: GivenFile[]) => void;
  onFolder: () => void;
  /** The hidden file input, which the empty state opens too. */
  pick: RefObject<HTMLInputElement | null>;
}

/** Files are chosen in the dialog of the browser. */
export function AddActions({ onFiles, onFolder, pick }: Props) {
  const t = useTranslate();
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onFolder}>
        {t('content.new-folder')}
      </Button>
      <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => pick.current?.click()}>
        {t('content.add')}
      </Button>
      <input
        ref={pick}
        type="file"
        multiple
        hidden
        data-testid="file-input"
        onChange={(event) => {
          onFiles(chosenFiles(event.currentTarget.files));
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
