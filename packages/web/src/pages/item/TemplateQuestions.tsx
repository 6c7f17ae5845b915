// What a template asks of whoever configures an app made from it: JSON, as the vendor's templates have it.

import type { Item } from '@graticule/contract/content/item';
import { getItemData } from '@graticule/contract/content/items';
import { updateItem } from '@graticule/contract/content/user-items';
import { readQuestions } from '@graticule/contract/documents/app-configuration';
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';

/** Left empty, apps are asked for their map and title. */
export function TemplateQuestions({ item }: { item: Item }) {
  const t = useTranslate();
  const { data, isSuccess } = useQuery({
    queryKey: keys.itemPart(item.id, 'questions'),
    queryFn: async () => objectOf(await call(getItemData, { id: item.id })),
  });
  const [typed, setTyped] = useState<string>();
  const written = typed ?? writtenOf(data?.configurationSettings);
  const read = settingsOf(written);
  const saving = useItemChange(
    async () => {
      const { configurationSettings: _, ...rest } = objectOf(await call(getItemData, { id: item.id }));
      const next = read === undefined ? rest : { ...rest, configurationSettings: read };
      await call(updateItem, { username: item.owner, id: item.id, text: JSON.stringify(next) });
    },
    { success: t('item.saved'), onDone: () => setTyped(undefined) },
  );
  return (
    <div>
      <Textarea
        label={t('item.settings.questions')}
        description={t('item.settings.questions-hint')}
        error={read === null && t('item.settings.questions-wrong')}
        autosize
        minRows={3}
        maxRows={16}
        dir="ltr"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 13 } }}
        disabled={!isSuccess}
        value={written}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        mt="xs"
        variant="default"
        disabled={typed === undefined || read === null}
        loading={saving.isPending}
        onClick={() => saving.mutate(undefined)}
      >
        {t('item.settings.questions-save')}
      </Button>
    </div>
  );
}

function objectOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : {};
}

function writtenOf(settings: unknown): string {
  return settings === undefined ? '' : JSON.stringify(settings, undefined, 2);
}

/** The list of sections; undefined for none, null for what asks nothing. A whole document is taken by its list. */
function settingsOf(text: string): unknown[] | undefined | null {
  if (text.trim() === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    const settings = Array.isArray(parsed) ? parsed : objectOf(parsed).configurationSettings;
    return Array.isArray(settings) && readQuestions({ configurationSettings: settings }) !== undefined ? settings : null;
  } catch {
    return null;
  }
}
