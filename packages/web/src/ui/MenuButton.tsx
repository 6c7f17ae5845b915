// A button that opens a menu; the menu's code is loaded when somebody is about to use it.
import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

const loadMenu = () => import('./LoadedMenu.tsx');
const LoadedMenu = lazy(async () => ({ default: (await loadMenu()).LoadedMenu }));

/** One entry: a link or a command. */
export interface MenuEntry {
  key: string;
  label: string;
  icon?: ReactNode;
  to?: string;
  onChoose?: () => void;
  /** Marked as the one that holds now. */
  isChosen?: boolean;
  /** A line above it. */
  isDivided?: boolean;
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

interface TriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuButtonProps {
  trigger: ReactElement<TriggerProps>;
  entries: readonly MenuEntry[];
  header?: ReactNode;
  width: number;
  position?: 'bottom-start' | 'bottom-end';
}

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
