// A button above the table: its picture and its word, on phones the picture alone.
import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithRef, type ComponentType, forwardRef } from 'react';
import classes from './DataTable.module.css';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: ComponentType<{ size?: number; className?: string; 'aria-hidden'?: boolean }>;
  /** The picture points somewhere, so it is mirrored with the page. */
  isDirected?: boolean;
  label: string;
}

/** Always has a name. */
export const ToolButton = forwardRef<HTMLButtonElement, Props>(function ToolButton({ icon: Icon, isDirected, label, ...rest }, ref) {
  return (
    <Button
      {...rest}
      ref={ref}
      variant="default"
      aria-label={label}
      className={classes.iconOnPhone}
      leftSection={<Icon size={18} className={isDirected ? classes.directed : undefined} aria-hidden />}
    >
      <span className={classes.wordOnWide}>{label}</span>
    </Button>
  );
});
