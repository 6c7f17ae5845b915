// Copies the link of an invitation.
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslate } from '../../language/use-language.ts';

/** Says when it is copied; shows the link where the browser does not let pages copy. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const t = useTranslate();
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = () => {
    if (window.isSecureContext) clipboard.copy(text);
    else notifications.show({ message: text, autoClose: false });
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      aria-label={t('invitations.copy-of', { name })}
      onClick={copy}
    >
      {t(clipboard.copied ? 'invitations.copied' : 'invitations.copy')}
    </Button>
  );
}
