// On phones: search, navigation and appearance in a drawer.
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { SchemeMenu } from './SchemeMenu.tsx';
import { SearchBox } from './SearchBox.tsx';

/** Loaded when it is first opened. */
export function PhoneMenu({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useTranslate();
  return (
    <Drawer opened onClose={onClose} size={320} title={title} closeButtonProps={{ 'aria-label': t('shell.menu.close') }}>
      <SearchBox onSearch={onClose} />
      {children}
      <SchemeMenu isInline />
    </Drawer>
  );
}
