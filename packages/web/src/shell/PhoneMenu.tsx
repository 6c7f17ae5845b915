// On phones: search, navigation and appearance in a drawer.
import { Drawer, type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { DrawerApps } from './AppSwitcher.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SCHEMES } from './schemes.ts';

/** Loaded when it is first opened. */
export function PhoneMenu({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useTranslate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Drawer opened onClose={onClose} size={320} title={title} closeButtonProps={{ 'aria-label': t('shell.menu.close') }}>
      <SearchBox onSearch={onClose} />
      {children}
      <SegmentedControl
        fullWidth
        aria-label={t('shell.scheme')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
        data={SCHEMES.map(({ value, label }) => ({ value, label: t(label) }))}
      />
      <DrawerApps onLeave={onClose} />
    </Drawer>
  );
}
