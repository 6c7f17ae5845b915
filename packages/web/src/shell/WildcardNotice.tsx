// Says why a search with an asterisk does not start.
import { Button, Modal, Text } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';

/** @source CO-159 */
export function WildcardNotice({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title={t('shell.search.wildcard.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Text size="sm">{t('shell.search.wildcard')}</Text>
      <Button mt="md" data-autofocus onClick={onClose}>
        {t('shell.ok')}
      </Button>
    </Modal>
  );
}
