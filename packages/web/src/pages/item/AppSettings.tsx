// What the owner of a web app decides about it: whether it stands in the header, and whether others make apps from it.
import type { Item } from '@graticule/contract/content/item';
import { updateItem } from '@graticule/contract/content/user-items';
import { TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import { Switch } from '@mantine/core';
import { call } from '../../api/call.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { WEB_APP } from '../../items/web-app.ts';
import { useTranslate } from '../../language/use-language.ts';
import { TemplateQuestions } from './TemplateQuestions.tsx';

/** Nothing for other items, and for apps without an address. */
export function AppSettings({ item }: { item: Item }) {
  const t = useTranslate();
  const change = useItemChange(
    ({ keywords, isOn }: { keywords: readonly string[]; isOn: boolean }) =>
      call(updateItem, {
        username: item.owner,
        id: item.id,
        typeKeywords: [...item.typeKeywords.filter((each) => !keywords.includes(each)), ...(isOn ? keywords : [])],
      }),
    { success: t('item.saved') },
  );
  if (item.type !== WEB_APP || !item.url) return null;
  const has = (keyword: string) => item.typeKeywords.includes(keyword);
  return (
    <>
      <Switch
        label={t('item.settings.switcher')}
        description={t('item.settings.switcher-hint')}
        checked={!has(TYPE_KEYWORDS.hiddenFromSwitcher)}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ keywords: [TYPE_KEYWORDS.hiddenFromSwitcher], isOn: !event.currentTarget.checked })}
      />
      <Switch
        label={t('item.settings.template')}
        description={t('item.settings.template-hint')}
        checked={has(TYPE_KEYWORDS.template)}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate({ keywords: [TYPE_KEYWORDS.template, TYPE_KEYWORDS.configurable], isOn: event.currentTarget.checked })
        }
      />
      {has(TYPE_KEYWORDS.template) && <TemplateQuestions item={item} />}
    </>
  );
}
