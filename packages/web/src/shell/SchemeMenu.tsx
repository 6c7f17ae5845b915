// Chooses light or dark, or leaves it to the system.
import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconContrast, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslate } from '../language/use-language.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { SCHEMES } from './schemes.ts';

const ICONS = { light: IconSun, dark: IconMoon, auto: IconContrast } as const;

/** A menu in the header. */
export function SchemeMenu() {
  const t = useTranslate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = ICONS[colorScheme];
  return (
    <MenuButton
      width={190}
      trigger={
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('shell.scheme')}>
          <Current size={20} aria-hidden />
        </ActionIcon>
      }
      entries={SCHEMES.map(({ value, label }) => {
        const Icon = ICONS[value];
        return {
          key: value,
          label: t(label),
          icon: <Icon size={16} aria-hidden />,
          isChosen: colorScheme === value,
          onChoose: () => setColorScheme(value),
        };
      })}
    />
  );
}
