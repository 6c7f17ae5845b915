// The switcher of the header: the apps that a member may open.
import { Popover, UnstyledButton } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import classes from './AppSwitcher.module.css';
import { abbreviationSize, isOutside, type SwitcherApp, switcherGrid } from './switcher-apps.ts';
import { useSwitcherApps } from './use-switcher-apps.ts';

/** Nothing until the apps are known, and where there are none. A click outside closes. @source AC-070 to AC-072 */
export function AppSwitcher() {
  const t = useTranslate();
  const apps = useSwitcherApps();
  const [isOpen, setOpen] = useState(false);
  if (!apps || apps.length === 0) return null;
  const { columns, width } = switcherGrid(apps.length);
  const close = () => setOpen(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus radius="lg">
      <Popover.Target>
        <UnstyledButton className={classes.button} aria-label={t('shell.apps')} title={t('shell.apps')} onClick={() => setOpen(!isOpen)}>
          <IconGridDots size={20} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={t('shell.apps')}>
        <div className={classes.scroll} style={{ minInlineSize: width, maxInlineSize: `min(90vw, ${columns * 110 + 16}px)` }}>
          <AppList apps={apps} columns={columns} onLeave={close} />
        </div>
        <Link className={classes.more} to={paths.search({ focus: 'apps' })} onClick={close}>
          {t('shell.apps.find')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
}

/** More would be a long way to scroll. */
const IN_DRAWER = 9;

/** The beginning of the same list in the drawer of phones. */
export function DrawerApps({ onLeave }: { onLeave: () => void }) {
  const t = useTranslate();
  const apps = useSwitcherApps();
  if (!apps || apps.length === 0) return null;
  return (
    <section className={classes.drawer} aria-label={t('shell.apps')}>
      <h2 className={classes.title}>{t('shell.apps')}</h2>
      <AppList apps={apps.slice(0, IN_DRAWER)} columns={3} onLeave={onLeave} />
      <Link className={classes.more} to={paths.search({ focus: 'apps' })} onClick={onLeave}>
        {t('shell.apps.find')}
      </Link>
    </section>
  );
}

function AppList({ apps, columns, onLeave }: { apps: readonly SwitcherApp[]; columns: number; onLeave: () => void }) {
  return (
    <ul className={classes.list} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {apps.map((app) => (
        <li key={app.key}>
          <a
            className={classes.app}
            href={app.url}
            title={app.title}
            onClick={onLeave}
            {...(isOutside(app.url) ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          >
            {app.image ? (
              <img className={classes.picture} src={app.image} alt="" loading="lazy" />
            ) : (
              <span className={classes.picture} style={{ fontSize: abbreviationSize(app.abbr) }} aria-hidden>
                <bdi>{app.abbr}</bdi>
              </span>
            )}
            <span className={classes.name} dir="auto">
              {app.title}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
