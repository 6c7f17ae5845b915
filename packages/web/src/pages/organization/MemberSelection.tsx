// What can be done with the chosen members.
import type { User } from '@graticule/contract/community/user';
import { Button, CloseButton, Menu } from '@mantine/core';
import { IconDots, IconId, IconLock, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useSession } from '../../api/session.ts';
import { SelectAll } from '../../bulk/SelectAll.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useFocusHeir } from '../../ui/focus-heir.ts';
import type { MemberAction } from './MemberDialogs.tsx';
import classes from './Members.module.css';

interface Props {
  chosen: readonly User[];
  /** Whom the search finds; undefined while that is not known. */
  total: number | undefined;
  isGathering: boolean;
  onAll: () => void;
  onClear: () => void;
  onAction: (action: MemberAction) => void;
}

/** Stays in sight while the table is scrolled; offers what this person has the right to. */
export function MemberSelection({ chosen, total = 0, isGathering, onAll, onClear, onAction }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { can } = useSession();
  const bar = useFocusHeir<HTMLElement>(() => document.querySelector<HTMLElement>('thead input'));
  if (chosen.length === 0) return null;
  const shown = (count: number) => ({ count, shown: format.number(count) });
  return (
    <section ref={bar} className={classes.selection} aria-label={t('people.selection')}>
      <CloseButton aria-label={t('people.deselect')} size={36} onClick={onClear} />
      <span className={classes.selected} role="status">
        {t('people.selected', shown(chosen.length))}
      </span>
      {chosen.length < total && (
        <SelectAll isGathering={isGathering} onAll={onAll}>
          {t('people.select-result', shown(total))}
        </SelectAll>
      )}
      {can('portal:admin:changeUserRoles') && (
        <Button variant="default" size="sm" leftSection={<IconId size={16} aria-hidden />} onClick={() => onAction('role')}>
          {t('people.change-role')}
        </Button>
      )}
      {can('portal:admin:assignToGroups') && (
        <Button variant="default" size="sm" leftSection={<IconUsersGroup size={16} aria-hidden />} onClick={() => onAction('groups')}>
          {t('people.add-to-groups')}
        </Button>
      )}
      {can('portal:admin:disableUsers') && (
        <Menu position="bottom-start" width={200}>
          <Menu.Target>
            <Button
              variant="default"
              size="sm"
              leftSection={<IconLock size={16} aria-hidden />}
              rightSection={<IconDots size={14} aria-hidden />}
            >
              {t('people.locks')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={chosen.every(({ disabled }) => disabled)} onClick={() => onAction('lock')}>
              {t('people.lock')}
            </Menu.Item>
            <Menu.Item disabled={chosen.every(({ disabled }) => !disabled)} onClick={() => onAction('unlock')}>
              {t('people.unlock')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {can('portal:admin:deleteUsers') && (
        <Button
          variant="default"
          size="sm"
          c="var(--vermilion)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAction('delete')}
        >
          {t('shell.delete')}
        </Button>
      )}
    </section>
  );
}
