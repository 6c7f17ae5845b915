// Asks before unsaved changes are left behind, and keeps them through a reload.
import type { WebMap } from '@graticule/contract/documents/web-map';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslate } from '../language/use-language.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { keepMap } from './kept-map.ts';

interface Props {
  /** Name of what is open. */
  name: string;
  map: WebMap;
  isUnsaved: boolean;
}

/** Going to the sign-in page loses nothing: the map comes back afterwards. */
export function UnsavedGuard({ name, map, isUnsaved }: Props) {
  useEffect(() => keepMap(name, isUnsaved ? map : undefined), [name, map, isUnsaved]);
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  const blocker = useBlocker(
    ({ nextLocation, currentLocation }) =>
      isUnsaved &&
      nextLocation.pathname !== currentLocation.pathname &&
      !nextLocation.pathname.endsWith('/signin.html') &&
      (nextLocation.state as { isSaved?: boolean } | null)?.isSaved !== true,
  );
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    keepMap(name, undefined);
    blocker.proceed();
  };
  return <LeaveDialog onStay={() => blocker.reset()} onLeave={leave} />;
}

/** Who stays is back at the link that was followed. */
function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  useFocusBack();
  const t = useTranslate();
  return (
    <Modal opened onClose={onStay} title={t('viewer.leave.title')} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <Text>{t('viewer.leave')}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onStay}>
          {t('viewer.leave.stay')}
        </Button>
        <Button color="vermilion" onClick={onLeave}>
          {t('viewer.leave.go')}
        </Button>
      </Group>
    </Modal>
  );
}
