// Chooses the language of the interface.
import { ActionIcon } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { changeLanguage, offeredLanguages } from '../language/language-store.ts';
import { useLanguage, useTranslate } from '../language/use-language.ts';
import { MenuButton } from '../ui/MenuButton.tsx';

/** A menu with each language in its own name. */
export function LanguageMenu() {
  const t = useTranslate();
  const current = useLanguage();
  return (
    <MenuButton
      width={220}
      trigger={
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('shell.language')}>
          <IconLanguage size={20} aria-hidden />
        </ActionIcon>
      }
      entries={offeredLanguages().map((each) => ({
        key: each.tag,
        label: each.ownName,
        lang: each.tag,
        dir: each.direction,
        isChosen: each.tag === current.tag,
        onChoose: () => void changeLanguage(each.tag),
      }))}
    />
  );
}
