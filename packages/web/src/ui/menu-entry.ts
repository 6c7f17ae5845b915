// The entries of a menu, and what its button is given.
import type { ReactElement, ReactNode } from 'react';

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

/** What a menu and its button are made of. */
export interface MenuButtonProps {
  trigger: ReactElement<TriggerProps>;
  entries: readonly MenuEntry[];
  header?: ReactNode;
  width: number;
  position?: 'bottom-start' | 'bottom-end';
}
