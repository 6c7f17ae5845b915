// A button that opens a menu; the menu's code is loaded when somebody is about to use it.
import { cloneElement, lazy, Suspense, useState } from 'react';
import type { MenuButtonProps } from './menu-entry.ts';

const loadMenu = () => import('./LoadedMenu.tsx');
const LoadedMenu = lazy(async () => ({ default: (await loadMenu()).LoadedMenu }));

/** Until it is opened for the first time, only the trigger is there. */
export function MenuButton(props: MenuButtonProps) {
  const [isUsed, setUsed] = useState(false);
  const preload = () => void loadMenu();
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setUsed(true),
    onPointerEnter: preload,
    onFocus: preload,
  });
  if (!isUsed) return closed;
  return (
    <Suspense fallback={closed}>
      <LoadedMenu {...props} />
    </Suspense>
  );
}
