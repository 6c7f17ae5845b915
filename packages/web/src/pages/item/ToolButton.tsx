// A button above the table: its picture and its word, on phones the picture alone.
import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { type ComponentPropsWithRef, type ComponentType, forwardRef } from 'react';
import classes from './DataTable.module.css';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: ComponentType<{ size?: number; className?: string; 'aria-hidden'?: boolean }>;
  /** The picture points somewhere, so it is mirrored with the page. */
  isDirected?: boolean;
  label: string;
  /** Everybody knows the picture: the word is told when it is pointed at, so that the tools fit into one row. */
  isWordless?: boolean;
}

/** Always has a name. */
export const ToolButton = forwardRef<HTMLButtonElement, Props>(function ToolButton(
  { icon: Icon, isDirected, label, isWordless = false, ...rest },
  ref,
) {
  const button = (
    <Button
      {...rest}
      ref={ref}
      variant="default"
      aria-label={label}
      className={isWordless ? classes.iconAlone : classes.iconOnPhone}
      leftSection={<Icon size={18} className={isDirected ? classes.directed : undefined} aria-hidden />}
    >
      {!isWordless && <span className={classes.wordOnWide}>{label}</span>}
    </Button>
  );
  return isWordless && rest.title === undefined ? <Tooltip label={label}>{button}</Tooltip> : button;
});
