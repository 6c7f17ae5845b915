// Chooses the language of the interface.
import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { changeLanguage, offeredLanguages } from '../language/language-store.ts';
import { useLanguage, useTranslate } from '../language/use-language.ts';

/** A menu with each language in its own name. */
export function LanguageMenu() {
  const t = useTranslate();
  const current = useLanguage();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('shell.language')}>
          <IconLanguage size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offeredLanguages().map((each) => (
          <Menu.Item
            key={each.tag}
            lang={each.tag}
            dir={each.direction}
            onClick={() => void changeLanguage(each.tag)}
            rightSection={each.tag === current.tag ? <IconCheck size={14} aria-hidden /> : undefined}
          >
            {each.ownName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
