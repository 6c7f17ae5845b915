// The frame of pages that show lists: a title, what stands beside it, and the width of the portal.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ListPage.module.css';

interface Props {
  title: string;
  intro?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** A column at the inline start; above the list on phones. */
  aside?: ReactNode;
  children: ReactNode;
}

/** At most 1280 px wide. */
export function ListPage({ title, intro, actions, aside, children }: Props) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {intro && <p className={classes.intro}>{intro}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {aside ? (
        <div className={classes.columns}>
          <aside className={classes.aside}>{aside}</aside>
          <div className={classes.list}>{children}</div>
        </div>
      ) : (
        children
      )}
    </div>
  );
}
