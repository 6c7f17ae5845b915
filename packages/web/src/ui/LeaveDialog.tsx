// Asks before something is left behind that is not saved or not sent.
import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';
import { useFocusBack } from './focus-back.ts';

interface Props {
  words: { title: string; text: string; stay: string; leave: string };
  onStay: () => void;
  onLeave: () => void;
}

/** Who stays is back at what was pressed. */
export function LeaveDialog({ words, onStay, onLeave }: Props) {
  useFocusBack();
  const t = useTranslate();
  return (
    <Modal opened onClose={onStay} title={words.title} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <Text>{words.text}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onStay}>
          {words.stay}
        </Button>
        <Button color="vermilion" onClick={onLeave}>
          {words.leave}
        </Button>
      </Group>
    </Modal>
  );
}
