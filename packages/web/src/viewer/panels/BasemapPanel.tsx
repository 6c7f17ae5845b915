// Chooses the map below the layers.
import '@mantine/core/styles/RadioCard.css';
import '@mantine/core/styles/RadioIndicator.css';
import { type BuiltInBasemap, builtInKind } from '@graticule/contract/documents/basemaps';
import { setBasemap } from '@graticule/contract/documents/web-map-edit';
import type { MessageKey } from '@graticule/i18n/messages';
import { Radio, Text } from '@mantine/core';
import { useTranslate } from '../../language/use-language.ts';
import { useViewer } from '../viewer-context.ts';
import classes from './Basemap.module.css';

const CHOICES: readonly { kind: BuiltInBasemap; label: MessageKey }[] = [
  { kind: 'light', label: 'viewer.basemap.light' },
  { kind: 'dark', label: 'viewer.basemap.dark' },
  { kind: 'none', label: 'viewer.basemap.none' },
];

/** Maps made elsewhere may have a basemap of their own, which stays until another is chosen. */
export function BasemapPanel() {
  const t = useTranslate();
  const { map, change } = useViewer();
  const chosen = builtInKind(map.baseMap);
  return (
    <>
      {!chosen && (
        <Text size="sm" mb="md">
          {t('viewer.basemap.own', { title: map.baseMap.title })}
        </Text>
      )}
      <Radio.Group
        value={chosen ?? ''}
        onChange={(value) => {
          const kind = CHOICES.find((each) => each.kind === value)?.kind;
          if (kind) change((now) => setBasemap(now, kind, location.origin));
        }}
        aria-label={t('viewer.basemap')}
      >
        <div className={classes.choices}>
          {CHOICES.map(({ kind, label }) => (
            <Radio.Card key={kind} value={kind} className={classes.choice}>
              <span className={classes.sample} data-kind={kind} aria-hidden />
              <span className={classes.label}>
                <Radio.Indicator />
                {t(label)}
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
    </>
  );
}
