// Creates a group, or edits one.
import type { Group, GroupAccess } from '@graticule/contract/community/group';
import { createGroup, getGroup, updateGroup } from '@graticule/contract/community/groups';
import { Checkbox, FileInput, Radio, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { ActionDialog } from '../item-actions/ActionDialog.tsx';
import { useTranslate } from '../language/use-language.ts';

type Joining = 'open' | 'request' | 'invitation';
type Contributing = 'members' | 'managers';

interface Props {
  /** The group to edit; a new one without it. */
  group?: Group;
  onClose: () => void;
  onDone: (group: Group) => void;
}

/** Title, summary, who sees it, who may join, who adds items. */
export function GroupDialog({ group, onClose, onDone }: Props) {
  const t = useTranslate();
  const client = useQueryClient();
  const session = useSession();
  const [title, setTitle] = useState(group?.title ?? '');
  const [snippet, setSnippet] = useState(group?.snippet ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const [tags, setTags] = useState<string[]>(group?.tags ?? []);
  const [access, setAccess] = useState<GroupAccess>(group?.access ?? 'private');
  const [joining, setJoining] = useState<Joining>(group ? joiningOf(group) : 'request');
  const [contributing, setContributing] = useState<Contributing>(group?.isViewOnly ? 'managers' : 'members');
  const [updatesTogether, setUpdatesTogether] = useState(false);
  const [thumbnail, setThumbnail] = useState<File | null>(null);
  const may: Record<GroupAccess, boolean> = {
    private: true,
    org: session.can('portal:user:shareGroupToOrg'),
    public: session.can('portal:user:shareGroupToPublic'),
  };

  const saving = useMutation({
    mutationFn: async () => {
      const fields = {
        title: title.trim(),
        snippet: snippet.trim(),
        description,
        tags,
        access,
        autoJoin: joining === 'open',
        isInvitationOnly: joining === 'invitation',
        isViewOnly: contributing === 'managers',
        thumbnail: thumbnail ?? undefined,
      };
      if (!group)
        return (await call(createGroup, { ...fields, ...(updatesTogether ? { capabilities: ['updateitemcontrol'] } : {}) })).group;
      await call(updateGroup, { id: group.id, ...fields, clearEmptyFields: true });
      return call(getGroup, { id: group.id });
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: keys.groups });
      await client.invalidateQueries({ queryKey: keys.users });
      onDone(saved);
    },
  });

  return (
    <ActionDialog
      title={t(group ? 'groups.edit' : 'groups.create')}
      submit={t(group ? 'shell.save' : 'groups.create')}
      size={600}
      isBusy={saving.isPending}
      isDisabled={title.trim() === ''}
      error={saving.error}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('groups.title')}
          maxLength={250}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          label={t('groups.snippet')}
          maxLength={250}
          value={snippet}
          onChange={(event) => setSnippet(event.currentTarget.value)}
        />
        <Textarea
          label={t('groups.description')}
          autosize
          minRows={3}
          maxRows={8}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <TagsInput label={t('groups.tags')} splitChars={[',']} acceptValueOnBlur value={tags} onChange={setTags} />
        <Radio.Group label={t('groups.access')} value={access} onChange={(value) => setAccess(value as GroupAccess)}>
          <Stack gap="xs" mt="xs">
            {(['private', 'org', 'public'] as const).map((each) => (
              <Radio key={each} value={each} disabled={!may[each]} label={t(`groups.access.${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <RuleFields joining={joining} contributing={contributing} onJoining={setJoining} onContributing={setContributing} />
        {!group && <UpdateTogether isChosen={updatesTogether} onChange={setUpdatesTogether} />}
        <FileInput
          label={t('groups.thumbnail')}
          accept="image/png,image/jpeg,image/gif,image/webp"
          leftSection={<IconPhoto size={18} aria-hidden />}
          placeholder={t('groups.thumbnail-choose')}
          clearable
          value={thumbnail}
          onChange={setThumbnail}
        />
      </Stack>
    </ActionDialog>
  );
}

/** Only those who may make such groups are asked. */
function UpdateTogether({ isChosen, onChange }: { isChosen: boolean; onChange: (isChosen: boolean) => void }) {
  const t = useTranslate();
  if (!useSession().can('portal:admin:createUpdateCapableGroup')) return null;
  return (
    <Checkbox
      label={t('groups.update-together')}
      description={t('groups.update-together-hint')}
      checked={isChosen}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface RuleProps {
  joining: Joining;
  contributing: Contributing;
  onJoining: (joining: Joining) => void;
  onContributing: (contributing: Contributing) => void;
}

/** How people join, and who adds items. */
function RuleFields({ joining, contributing, onJoining, onContributing }: RuleProps) {
  const t = useTranslate();
  return (
    <>
      <Select
        label={t('groups.joining')}
        allowDeselect={false}
        value={joining}
        onChange={(value) => value && onJoining(value as Joining)}
        data={(['request', 'invitation', 'open'] as const).map((value) => ({ value, label: t(`groups.joining.${value}`) }))}
      />
      <Select
        label={t('groups.contributing')}
        allowDeselect={false}
        value={contributing}
        onChange={(value) => value && onContributing(value as Contributing)}
        data={(['members', 'managers'] as const).map((value) => ({ value, label: t(`groups.contributing.${value}`) }))}
      />
    </>
  );
}

function joiningOf(group: Group): Joining {
  if (group.autoJoin) return 'open';
  return group.isInvitationOnly ? 'invitation' : 'request';
}
