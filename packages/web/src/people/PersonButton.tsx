// The name of a person; pressing it shows their profile.
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { ensureMessages } from '../language/language-store.ts';
import classes from './PersonButton.module.css';

const ProfilePopup = lazy(async () => {
  const [{ ProfilePopup: Popup }] = await Promise.all([import('./ProfilePopup.tsx'), ensureMessages(['people'])]);
  return { default: Popup };
});

/** The popup's code is loaded when the first name is pressed. */
export function PersonButton({ username, children, className }: { username: string; children: ReactNode; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      className={`${classes.name} ${className ?? ''}`}
      onClick={() => setOpen(!isOpen)}
    >
      {children}
    </button>
  );
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <ProfilePopup username={username} trigger={button} onClose={close} />
    </Suspense>
  );
}
