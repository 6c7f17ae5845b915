// The files of one row: see, add, remove.
import type { Item } from '@graticule/contract/content/item';
import { addAttachment, deleteAttachments, listAttachments } from '@graticule/contract/services/attachments';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { ActionIcon, Alert, Anchor, Button, FileButton, Modal, Skeleton, Text } from '@mantine/core';
import { IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import classes from './Attachments.module.css';

interface Props {
  item: Pick<Item, 'id'>;
  service: string;
  layer: LayerInfo;
  objectId: number;
  isEditable: boolean;
  onClose: () => void;
}

/** Pictures are shown small; every file opens by its name. */
export function AttachmentsDialog({ item, service, layer, objectId, isEditable, onClose }: Props) {
  useFocusBack();
  const t = useTranslate();
  const words = useErrorWords();
  const format = useFormat();
  const client = useQueryClient();
  const address = { service, layer: String(layer.id), objectId: String(objectId) };
  const queryKey = keys.itemPart(item.id, `files-${layer.id}-${objectId}`);
  const { data, error } = useQuery({ queryKey, queryFn: () => call(listAttachments, address, { quiet: true }) });
  const onSuccess = () =>
    Promise.all([queryKey, keys.itemPart(item.id, `file-counts-${layer.id}`)].map((each) => client.invalidateQueries({ queryKey: each })));
  const adding = useMutation({
    mutationFn: async (attachment: File) => {
      const { addAttachmentResult: result } = await call(addAttachment, { ...address, attachment });
      if (!result.success) throw new ApiError(result.error?.code ?? 400, result.error?.description ?? '');
    },
    onSuccess,
  });
  const removing = useMutation({
    mutationFn: async (id: number) => {
      const { deleteAttachmentResults } = await call(deleteAttachments, { ...address, attachmentIds: [String(id)] });
      const refused = deleteAttachmentResults.find((result) => !result.success);
      if (refused) throw new ApiError(refused.error?.code ?? 400, refused.error?.description ?? '');
    },
    onSuccess,
  });
  const fault = error ?? adding.error ?? removing.error;
  const base = `/rest/services/Hosted/${encodeURIComponent(service)}/FeatureServer/${layer.id}/${objectId}/attachments`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('item.data.files-of', { id: objectId })}
      size={520}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {fault && (
        <Alert color="vermilion" mb="md" role="alert">
          {words(fault).text}
        </Alert>
      )}
      {!data && !error && <Skeleton height={80} />}
      {data?.attachmentInfos.length === 0 && (
        <Text c="dimmed" mb="md">
          {t('item.data.no-files')}
        </Text>
      )}
      <ul className={classes.files}>
        {data?.attachmentInfos.map((file) => (
          <li key={file.id}>
            {/^image\/(png|jpeg|gif|webp)$/.test(file.contentType) ? (
              <img src={`${base}/${file.id}?w=120`} alt="" width={56} height={56} loading="lazy" />
            ) : (
              <IconPaperclip size={20} aria-hidden />
            )}
            <span>
              <Anchor href={`${base}/${file.id}`} target="_blank" rel="noopener noreferrer">
                <bdi>{file.name}</bdi>
              </Anchor>
              <small>{format.size(file.size)}</small>
            </span>
            {isEditable && (
              <ActionIcon
                variant="subtle"
                color="vermilion"
                size={40}
                aria-label={t('item.data.remove-file', { name: file.name })}
                disabled={removing.isPending}
                onClick={() => removing.mutate(file.id)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {isEditable && (
        <FileButton onChange={(file) => file && adding.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={adding.isPending} leftSection={<IconPaperclip size={18} aria-hidden />}>
              {t('item.data.add-file')}
            </Button>
          )}
        </FileButton>
      )}
    </Modal>
  );
}
