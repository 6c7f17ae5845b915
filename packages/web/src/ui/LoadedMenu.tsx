// The menu of a `MenuButton`, open from the start.
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { MenuButtonProps, MenuEntry } from './menu-entry.ts';
import { useFirstOpening } from './use-first-opening.ts';

/** Mounted by the first use of its button. */
export function LoadedMenu({ trigger, entries, header, width, position = 'bottom-end' }: MenuButtonProps) {
  const first = useFirstOpening(trigger);
  return (
    <Menu {...first.menu} position={position} width={width}>
      <Menu.Target>{first.button}</Menu.Target>
      <Menu.Dropdown>
        {header}
        {entries.map((entry) => (
          <Fragment key={entry.key}>
            {entry.isDivided && <Menu.Divider />}
            <Entry entry={entry} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { label, icon, lang, dir, isChosen, to, onChoose } = entry;
  const shared = { leftSection: icon, rightSection: isChosen ? <IconCheck size={14} aria-hidden /> : undefined, lang, dir };
  if (to !== undefined) {
    return (
      <Menu.Item component={Link} to={to} {...shared}>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item onClick={onChoose} {...shared}>
      {label}
    </Menu.Item>
  );
}
