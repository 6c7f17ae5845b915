// A button of the tools for shapes that shows a picture only.
import { ActionIcon, Tooltip } from '@mantine/core';
import type { IconTrash } from '@tabler/icons-react';
import classes from './Edit.module.css';

interface ToolProps {
  label: string;
  icon: typeof IconTrash;
  isDirected?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}

/** Its name is told by a tooltip. `isDirected` pictures are mirrored where people read from right to left. */
export function Tool({ label, icon: Icon, isDirected = false, isDisabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        className={classes.tool}
        aria-label={label}
        disabled={isDisabled}
        onClick={onClick}
      >
        <Icon size={20} className={isDirected ? classes.directed : undefined} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
