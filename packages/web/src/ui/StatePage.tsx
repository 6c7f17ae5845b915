// A page or a region that has nothing to show: says why, and offers the way on.
import { Button, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Motif } from './Motif.tsx';
import classes from './StatePage.module.css';

/** A way on: a link or a command. */
type StateAction = { label: string } & ({ to: string } | { onClick: () => void });

interface Props {
  title: string;
  text?: ReactNode;
  action?: StateAction;
  secondAction?: StateAction;
  children?: ReactNode;
  /** Smaller, inside a region of a page. */
  isInline?: boolean;
  headingOrder?: 1 | 2 | 3;
}

/** Used for empty lists, errors, missing rights and unknown pages alike. */
export function StatePage({ title, text, action, secondAction, children, isInline = false, headingOrder = isInline ? 2 : 1 }: Props) {
  return (
    <section className={isInline ? classes.inline : classes.page}>
      <Motif className={classes.motif} meridians={18} />
      <div className={classes.words}>
        <Title order={headingOrder} className={classes.title}>
          {title}
        </Title>
        {text && <p className={classes.text}>{text}</p>}
        {children}
        {(action || secondAction) && (
          <div className={classes.actions}>
            {action && <ActionButton action={action} />}
            {secondAction && <ActionButton action={secondAction} isSecond />}
          </div>
        )}
      </div>
    </section>
  );
}

function ActionButton({ action, isSecond = false }: { action: StateAction; isSecond?: boolean }) {
  const variant = isSecond ? 'default' : 'filled';
  if ('to' in action) {
    return (
      <Button component={Link} to={action.to} variant={variant}>
        {action.label}
      </Button>
    );
  }
  return (
    <Button variant={variant} onClick={action.onClick}>
      {action.label}
    </Button>
  );
}
