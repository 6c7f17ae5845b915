// Asks for the name of a layer that is about to be published, says early that it is taken, and offers one that is free.
import { Button, Group, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslate } from '../language/use-language.ts';
import classes from './LayerName.module.css';
import type { FreeName } from './use-free-name.ts';

interface Props {
  title: string;
  name: FreeName;
  onTitle: (title: string) => void;
  /** Said above: why nothing can be published yet. */
  missing?: ReactNode;
  /** The button that publishes. */
  children: ReactNode;
}

/** Stays in sight below everything that is asked before. */
export function LayerName({ title, name, onTitle, missing, children }: Props) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const take = (other: string) => {
    onTitle(other);
    // the button goes with its offer
    input.current?.focus();
  };
  return (
    <div className={classes.foot}>
      {missing}
      <Group align="flex-start" wrap="nowrap" gap="sm">
        <TextInput
          ref={input}
          label={t('item.publish.name')}
          value={title}
          maxLength={120}
          className={classes.name}
          error={name.isTaken && t('item.publish.name-taken')}
          onChange={(event) => onTitle(event.currentTarget.value)}
        />
        <div className={classes.submit}>{children}</div>
      </Group>
      {name.other !== undefined && (
        <Button variant="default" size="compact-sm" mt={8} onClick={() => take(name.other ?? title)}>
          {t('item.publish.name-other', { title: name.other })}
        </Button>
      )}
    </div>
  );
}
