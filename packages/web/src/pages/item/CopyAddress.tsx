// An address with a button that copies it.
import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslate } from '../../language/use-language.ts';
import classes from './ItemPage.module.css';

/** Long addresses are cut off where they stand, and copied whole; `label` says what the button copies. */
export function CopyAddress({ address, label }: { address: string; label: string }) {
  const t = useTranslate();
  return (
    <div className={classes.url}>
      <code dir="ltr" title={address}>
        {address}
      </code>
      <CopyButton value={address} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'shell.copied' : 'shell.copy')}>
            <ActionIcon variant="default" size={36} onClick={copy} aria-label={copied ? t('shell.copied') : label}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
