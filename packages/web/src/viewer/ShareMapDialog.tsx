// Gives the link and the embed code of a map, and leads to who may see it.
import type { Item } from '@graticule/contract/content/item';
import {
  ActionIcon,
  Alert,
  Button,
  CopyButton,
  Group,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconCheck, IconCopy, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { mayShare } from '../item-actions/item-rights.ts';
import { ShareDialog } from '../item-actions/ShareDialog.tsx';
import { useTranslate } from '../language/use-language.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { embedCode, mapLink } from './embed.ts';

const SIZES = { small: { width: 400, height: 300 }, medium: { width: 640, height: 480 }, large: { width: 960, height: 600 } } as const;
type Size = keyof typeof SIZES;

interface Props {
  item: Item;
  isUnsaved: boolean;
  onClose: () => void;
}

/** Says plainly when the link will not open for strangers. */
export function ShareMapDialog({ item, isUnsaved, onClose }: Props) {
  useFocusBack();
  const t = useTranslate();
  const session = useSession();
  const [isChoosing, setChoosing] = useState(false);
  const [size, setSize] = useState<Size>('medium');
  if (isChoosing) return <ShareDialog items={[item]} onClose={onClose} />;
  const sizes: { value: Size; label: string }[] = [
    { value: 'small', label: t('viewer.share.small') },
    { value: 'medium', label: t('viewer.share.medium') },
    { value: 'large', label: t('viewer.share.large') },
  ];
  return (
    <Modal opened onClose={onClose} title={t('viewer.share.title')} size={520} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <Stack gap="md">
        {isUnsaved && <Alert color="ochre">{t('viewer.share.unsaved')}</Alert>}
        {item.access !== 'public' && (
          <Alert color="meridian" icon={<IconLock size={18} aria-hidden />}>
            {t(item.access === 'org' ? 'viewer.share.org' : 'viewer.share.private')}
          </Alert>
        )}
        <CopyField label={t('viewer.share.link')} value={mapLink(item.id)} />
        <Stack gap={8}>
          <Group justify="space-between" align="end">
            <Text size="sm" fw={500}>
              {t('viewer.share.embed')}
            </Text>
            <SegmentedControl
              size="xs"
              value={size}
              onChange={(value) => setSize(sizes.find((each) => each.value === value)?.value ?? 'medium')}
              data={sizes}
              aria-label={t('viewer.share.size')}
            />
          </Group>
          <CopyField label={t('viewer.share.embed')} isLong value={embedCode(item.id, item.title, SIZES[size])} />
        </Stack>
        {mayShare(item, session) && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setChoosing(true)}>
              {t('viewer.share.who')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function CopyField({ label, value, isLong = false }: { label: string; value: string; isLong?: boolean }) {
  const t = useTranslate();
  const copy = (
    <CopyButton value={value}>
      {({ copied, copy: run }) => (
        <Tooltip label={copied ? t('viewer.share.copied') : t('viewer.share.copy')}>
          <ActionIcon variant="subtle" onClick={run} aria-label={copied ? t('viewer.share.copied') : t('viewer.share.copy')}>
            {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
  const field = {
    value,
    readOnly: true,
    dir: 'ltr',
    rightSection: copy,
    onFocus: (event: React.FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => event.currentTarget.select(),
  };
  return isLong ? <Textarea aria-label={label} rows={3} {...field} /> : <TextInput label={label} {...field} />;
}
