// The app as it was last saved, in a frame that can do nothing to the portal.
import { Anchor, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslate } from '../../language/use-language.ts';
import classes from './ConfigureApp.module.css';

interface Props {
  title: string;
  url: string;
  isUnsaved: boolean;
}

/** An app of the portal's own site gets no origin there: its scripts would be the portal's. */
export function AppPreview({ title, url, isUnsaved }: Props) {
  const t = useTranslate();
  const { origin, protocol } = new URL(url);
  const isForeign = origin !== window.location.origin;
  // browsers show no plain pages within encrypted ones
  const canBeShown = window.location.protocol !== 'https:' || protocol === 'https:';
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <div className={classes.previewHead}>
        <h2 id="preview" className={classes.heading}>
          {t('item.configure.preview')}
        </h2>
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
          {t('item.configure.open')} <IconExternalLink size={14} aria-hidden />
        </Anchor>
      </div>
      {canBeShown ? (
        <iframe
          className={classes.frame}
          title={t('item.configure.preview-of', { title })}
          src={url}
          sandbox={`allow-scripts allow-forms allow-popups${isForeign ? ' allow-same-origin' : ''}`}
          referrerPolicy="no-referrer"
        />
      ) : (
        <Text size="sm">{t('item.configure.not-encrypted')}</Text>
      )}
      <Text size="sm" c="dimmed" role="status">
        {t(isUnsaved ? 'item.configure.preview-old' : 'item.configure.preview-hint')}
      </Text>
    </section>
  );
}
