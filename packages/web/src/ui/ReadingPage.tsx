// A page of text in one narrow column.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ReadingPage.module.css';

/** Title, an introduction, then sections. */
export function ReadingPage({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      {intro && <p className={classes.intro}>{intro}</p>}
      <div className={classes.body}>{children}</div>
    </div>
  );
}
