// Zoom, home and "where am I" on the map.
import { ActionIcon, Tooltip, useDirection } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCurrentLocation, IconHome, IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import type { MapEngine } from '../map/engine.ts';
import classes from './MapViewer.module.css';
import { useViewer } from './viewer-context.ts';

const LOCATE_ZOOM = 11;
const LOCATE_TIMEOUT_MS = 10_000;

/** In the viewer the engine comes from around it; an embedded map hands it in. */
export function MapButtons() {
  const { engine } = useViewer();
  return <MapButtonStack engine={engine} />;
}

/** The buttons for an engine. */
export function MapButtonStack({ engine, isSmall = false }: { engine: MapEngine | undefined; isSmall?: boolean }) {
  const t = useTranslate();
  const { dir } = useDirection();
  const [isLocating, setLocating] = useState(false);
  const locate = () => {
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false);
        engine?.markPlace([coords.longitude, coords.latitude]);
        engine?.camera.goTo([coords.longitude, coords.latitude], LOCATE_ZOOM);
      },
      () => {
        setLocating(false);
        notifications.show({ message: t('viewer.locate.failed'), color: 'ochre' });
      },
      { timeout: LOCATE_TIMEOUT_MS, maximumAge: 60_000 },
    );
  };
  const buttons = [
    { label: t('viewer.zoom-in'), icon: IconPlus, run: () => engine?.camera.zoomIn() },
    { label: t('viewer.zoom-out'), icon: IconMinus, run: () => engine?.camera.zoomOut() },
    { label: t('viewer.home'), icon: IconHome, run: () => engine?.home() },
    ...(isSmall || !('geolocation' in navigator)
      ? []
      : [{ label: t('viewer.locate'), icon: IconCurrentLocation, run: locate, isBusy: isLocating }]),
  ];
  return (
    <div className={classes.buttons}>
      {buttons.map(({ label, icon: Icon, run, ...more }) => (
        <Tooltip key={label} label={label} position={dir === 'rtl' ? 'right' : 'left'}>
          <ActionIcon
            variant="default"
            size={40}
            aria-label={label}
            disabled={!engine}
            loading={'isBusy' in more ? more.isBusy : false}
            onClick={run}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
