// A page with one card on a sheet of graticule: sign-in, set-up and other single forms.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Motif } from './Motif.tsx';
import classes from './PaperPage.module.css';

interface Props {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  /** Room for two columns of fields. */
  isWide?: boolean;
}

/** Centres the card and draws the motif behind it. */
export function PaperPage({ title, intro, children, isWide = false }: Props) {
  return (
    <div className={classes.page}>
      <Motif className={classes.motif} meridians={24} parallels={12} />
      <div className={isWide ? classes.cardWide : classes.card}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {intro && <p className={classes.intro}>{intro}</p>}
        {children}
      </div>
    </div>
  );
}
