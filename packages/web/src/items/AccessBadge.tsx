// Who sees an item, as an icon with a word.
import type { ItemAccess } from '@graticule/contract/content/item';
import { IconBuilding, IconLock, IconUsersGroup, IconWorld } from '@tabler/icons-react';
import { useTranslate } from '../language/use-language.ts';
import classes from './AccessBadge.module.css';

const ICONS = { private: IconLock, shared: IconUsersGroup, org: IconBuilding, public: IconWorld } as const;

/** Small and quiet. */
export function AccessBadge({ access }: { access: ItemAccess }) {
  const t = useTranslate();
  const Icon = ICONS[access] ?? IconLock;
  return (
    <span className={classes.badge}>
      <Icon size={15} stroke={1.75} aria-hidden />
      {t(`shell.access.${access}`)}
    </span>
  );
}
