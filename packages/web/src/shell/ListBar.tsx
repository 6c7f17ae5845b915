// The line above a list: what it holds on one side, how to order and show it on the other.
import type { ReactNode } from 'react';
import classes from './ListBar.module.css';

/** Wraps on phones. */
export function ListBar({ start, children }: { start: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.bar}>
      <div className={classes.start}>{start}</div>
      <div className={classes.end}>{children}</div>
    </div>
  );
}
