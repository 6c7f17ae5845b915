// Asks before somebody signs out with things that are not saved or not sent: the session ends before the page is left.
import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';
import { useFocusBack } from '../ui/focus-back.ts';

interface Props {
  onStay: () => void;
  onLeave: () => void;
}

/** Who stays goes on where the question came up. */
export function SignOutQuestion({ onStay, onLeave }: Props) {
  useFocusBack();
  const t = useTranslate();
  return (
    <Modal opened onClose={onStay} title={t('shell.leave.title')} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <Text>{t('shell.leave.text')}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onStay}>
          {t('shell.leave.stay')}
        </Button>
        <Button color="vermilion" onClick={onLeave}>
          {t('shell.sign-out')}
        </Button>
      </Group>
    </Modal>
  );
}
