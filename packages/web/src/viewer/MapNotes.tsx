// Says what of a map is not shown, and that unsaved changes came back.
import type { Note } from '@graticule/contract/documents/web-map';
import type { Translate } from '@graticule/i18n/translator';
import { Alert, Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import classes from './MapViewer.module.css';

interface Props {
  notes: readonly Note[];
  isRestored: boolean;
  /** Goes back to the map as it was saved. */
  onDiscard: () => void;
}

/** Closed with a click; the map itself keeps everything. */
export function MapNotes({ notes, isRestored, onDiscard }: Props) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(true);
  const lines = [...new Set(notes.map((note) => noteText(note, t)))];
  if (!isOpen || (lines.length === 0 && !isRestored)) return null;
  return (
    <div className={classes.notes}>
      <Alert
        color="ochre"
        withCloseButton
        closeButtonLabel={t('shell.close')}
        onClose={() => setOpen(false)}
        title={isRestored ? t('viewer.restored') : t('viewer.notes')}
      >
        {isRestored && (
          <Anchor component="button" type="button" size="sm" onClick={onDiscard}>
            {t('viewer.restored.discard')}
          </Anchor>
        )}
        {lines.length > 0 && (
          <ul className={classes.noteList}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  );
}

function noteText({ code, layer = '', detail }: Note, t: Translate): string {
  switch (code) {
    case 'layer-type':
      return t('viewer.note.layer-type', { layer, detail });
    case 'renderer':
      return t('viewer.note.renderer', { layer, detail });
    case 'projection':
      return t('viewer.note.projection', { detail });
    case 'layer':
      return t('viewer.note.layer', { detail });
    case 'version':
      return t('viewer.note.version', { detail });
  }
}
