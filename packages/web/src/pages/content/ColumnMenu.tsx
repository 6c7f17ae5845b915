// Chooses the columns of the table; the choice is kept.
import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslate } from '../../language/use-language.ts';
import { COLUMNS, type Column } from './columns.ts';

/** A button with a list of boxes. */
export function ColumnMenu({ columns, onChange }: { columns: readonly Column[]; onChange: (columns: readonly Column[]) => void }) {
  const t = useTranslate();
  const toggle = (name: Column) => onChange(columns.includes(name) ? columns.filter((each) => each !== name) : [...columns, name]);
  return (
    <Popover position="bottom-end" shadow="md" trapFocus withRoles>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('content.columns')} title={t('content.columns')}>
          <IconColumns3 size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('content.columns')}>
        <Stack gap="xs">
          {COLUMNS.filter(({ isOfBin }) => !isOfBin).map(({ name }) => (
            <Checkbox key={name} label={t(`content.column.${name}`)} checked={columns.includes(name)} onChange={() => toggle(name)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
