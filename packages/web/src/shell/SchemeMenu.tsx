// Chooses light or dark, or leaves it to the system.
import { ActionIcon, type MantineColorScheme, Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconContrast, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslate } from '../language/use-language.ts';

const SCHEMES = [
  { value: 'light', label: 'shell.scheme.light', Icon: IconSun },
  { value: 'dark', label: 'shell.scheme.dark', Icon: IconMoon },
  { value: 'auto', label: 'shell.scheme.auto', Icon: IconContrast },
] as const;

/** A menu in the header; inside the drawer the choices lie open. */
export function SchemeMenu({ isInline = false }: { isInline?: boolean }) {
  const t = useTranslate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (isInline) {
    return (
      <SegmentedControl
        fullWidth
        aria-label={t('shell.scheme')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
        data={SCHEMES.map(({ value, label }) => ({ value, label: t(label) }))}
      />
    );
  }
  const Current = SCHEMES.find((each) => each.value === colorScheme)?.Icon ?? IconContrast;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('shell.scheme')}>
          <Current size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === value ? <IconCheck size={14} aria-hidden /> : undefined}
            onClick={() => setColorScheme(value)}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
