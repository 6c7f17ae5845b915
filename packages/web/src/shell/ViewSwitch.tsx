// Rows or cards; the choice is remembered for every list.
import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useTranslate } from '../language/use-language.ts';

export type ListView = 'rows' | 'cards';
export const LIST_VIEWS: readonly ListView[] = ['rows', 'cards'];
export const LIST_VIEW_KEY = 'graticule-list-view';

/** Two icons with names for those who cannot see them. */
export function ViewSwitch({ value, onChange }: { value: ListView; onChange: (view: ListView) => void }) {
  const t = useTranslate();
  return (
    <SegmentedControl
      aria-label={t('shell.view')}
      value={value}
      onChange={(next) => onChange(next === 'cards' ? 'cards' : 'rows')}
      data={[
        { value: 'rows', label: <Choice Icon={IconList} label={t('shell.view.rows')} /> },
        { value: 'cards', label: <Choice Icon={IconLayoutGrid} label={t('shell.view.cards')} /> },
      ]}
    />
  );
}

function Choice({ Icon, label }: { Icon: typeof IconList; label: string }) {
  return (
    <span title={label}>
      <Icon size={18} aria-hidden style={{ display: 'block' }} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
