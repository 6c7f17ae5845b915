// The files of one row: see, add, remove.
import type { Item } from '@graticule/contract/content/item';
import { attachmentFault } from '@graticule/contract/services/attachable';
import { addAttachment, deleteAttachments, listAttachments } from '@graticule/contract/services/attachments';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Alert, Button, FileButton, Modal, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { useTranslate } from '../language/use-language.ts';
import foot from '../ui/DialogFoot.module.css';
import { useFocusBack } from '../ui/focus-back.ts';
import { AttachedFile } from './AttachedFile.tsx';
import { AttachmentQueue } from './AttachmentQueue.tsx';
import classes from './Attachments.module.css';
import { requireSuccess } from './edit-as-seen.ts';
import { FileQueue } from './file-queue.ts';

interface Props {
  item: Pick<Item, 'id'>;
  service: string;
  layer: LayerInfo;
  objectId: number;
  isEditable: boolean;
  onClose: () => void;
}

/** Closed while files are sent, it lets them go on. */
export function AttachmentsDialog({ item, service, layer, objectId, isEditable, onClose }: Props) {
  useFocusBack();
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const address = { service, layer: String(layer.id), objectId: String(objectId) };
  const queryKey = keys.itemPart(item.id, `files-${layer.id}-${objectId}`);
  const { data, error } = useQuery({ queryKey, queryFn: () => call(listAttachments, address, { quiet: true }) });
  const onSuccess = () =>
    Promise.all([queryKey, keys.itemPart(item.id, `file-counts-${layer.id}`)].map((each) => client.invalidateQueries({ queryKey: each })));
  const [queue] = useState(
    () =>
      new FileQueue({
        send: async (attachment, how) => {
          const { addAttachmentResult: result } = await call(addAttachment, { ...address, attachment }, how);
          requireSuccess(result);
          await onSuccess();
        },
        faultOf: faultOfFile,
        onUnseenFault: (file, fault) =>
          notifications.show({ title: t('item.data.file-not-added', { name: file.name }), message: words(fault).text, color: 'vermilion' }),
      }),
  );
  const waiting = useSyncExternalStore(queue.subscribe, queue.files);
  const reset = useRef<() => void>(null);
  const removing = useMutation({
    mutationFn: async (id: number) => {
      const { deleteAttachmentResults } = await call(deleteAttachments, { ...address, attachmentIds: [String(id)] });
      deleteAttachmentResults.forEach(requireSuccess);
    },
    onSuccess,
  });
  const fault = error ?? removing.error;
  const base = `/rest/services/Hosted/${encodeURIComponent(service)}/FeatureServer/${layer.id}/${objectId}/attachments`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('item.data.files-of', { id: objectId })}
      size={520}
      // the files below a pointer stay there while others come
      centered={false}
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
          <AttachedFile
            key={file.id}
            file={file}
            address={`${base}/${file.id}`}
            isEditable={isEditable}
            isBusy={removing.isPending}
            onDelete={() => removing.mutate(file.id)}
          />
        ))}
      </ul>
      {isEditable && (
        <div className={classes.onWay} data-on-way>
          <AttachmentQueue queue={queue} files={waiting} />
        </div>
      )}
      {isEditable && (
        <div className={`${foot.foot} ${classes.foot}`}>
          <FileButton
            multiple
            resetRef={reset}
            onChange={(files) => {
              queue.add(files);
              // else the same file could not be chosen again
              reset.current?.();
            }}
          >
            {(props) => (
              <Button {...props} variant="default" data-add-file leftSection={<IconPaperclip size={18} aria-hidden />}>
                {t('item.data.add-files')}
              </Button>
            )}
          </FileButton>
        </div>
      )}
    </Modal>
  );
}

/** Told at once: on a slow line much would be sent only to be refused. */
function faultOfFile(file: File): ApiError | undefined {
  const code = attachmentFault(file);
  // in the words in which the portal would say it
  return code && new ApiError(400, file.name, undefined, { reasons: [{ code, values: { file: file.name }, text: file.name }] });
}
