// The header of every page: mark and name, navigation, search, language and appearance, the person.
import { Burger, Button, useMantineTheme } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { portalResource } from '../api/addresses.ts';
import { useMaybeSession } from '../api/session.ts';
import { ensureMessages } from '../language/language-store.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { Mark } from '../ui/Mark.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import classes from './Header.module.css';
import { LanguageMenu } from './LanguageMenu.tsx';
import { navLinks } from './navigation.ts';
import { SchemeMenu } from './SchemeMenu.tsx';
import { SearchBox } from './SearchBox.tsx';

const PhoneMenu = lazy(async () => ({ default: (await import('./PhoneMenu.tsx')).PhoneMenu }));

const AppSwitcher = lazy(async () => ({ default: (await import('./AppSwitcher.tsx')).AppSwitcher }));

const Notifications = lazy(async () => {
  const [{ Notifications: Bell }] = await Promise.all([import('./Notifications.tsx'), ensureMessages(['notifications'])]);
  return { default: Bell };
});

/** 56 px on every page; on phones navigation and search move into a drawer. */
export function Header() {
  const t = useTranslate();
  const session = useMaybeSession();
  const { pathname, search } = useLocation();
  const [isOpen, drawer] = useDisclosure(false);
  const theme = useMantineTheme();
  const isNarrow = useMediaQuery(`(max-width: ${theme.breakpoints.md})`, undefined, { getInitialValueInEffect: false });
  const links = navLinks(session);
  const logo = session?.portal.portalHeaderImage ?? session?.portal.thumbnail;
  const isSignIn = pathname.endsWith('/signin.html');

  const navigation = (
    <nav aria-label={t('shell.nav')} className={isNarrow ? classes.navDrawer : classes.nav}>
      {links.map((link) => (
        <Link
          key={link.to}
          to={link.to}
          className={classes.navLink}
          aria-current={pathname === link.activeAt ? 'page' : undefined}
          onClick={drawer.close}
        >
          {t(link.label)}
        </Link>
      ))}
    </nav>
  );

  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        {isNarrow && (
          <Burger
            className={classes.burger}
            opened={isOpen}
            onClick={drawer.toggle}
            size="sm"
            aria-label={t(isOpen ? 'shell.menu.close' : 'shell.menu.open')}
          />
        )}
        <Link to={paths.home()} className={classes.brand}>
          <span className={classes.mark}>{logo ? <img src={portalResource(logo)} alt="" height={28} /> : <Mark />}</span>
          <span className={classes.name} dir="auto">
            {session?.portal.name ?? 'Graticule'}
          </span>
        </Link>
        {!isNarrow && navigation}
        <div className={classes.end}>
          {!isNarrow && (
            <div className={classes.search}>
              <SearchBox />
            </div>
          )}
          <LanguageMenu />
          {!isNarrow && <SchemeMenu />}
          {!isNarrow && session?.user?.orgId && (
            <Suspense>
              <AppSwitcher />
            </Suspense>
          )}
          {session?.user && (
            <Suspense fallback={<span className={classes.bellSpace} />}>
              <Notifications username={session.user.username} />
            </Suspense>
          )}
          {session?.user ? (
            <AccountMenu user={session.user} />
          ) : (
            session &&
            !isSignIn && (
              <Button component={Link} to={paths.signIn({ returnUrl: returnHere(pathname, search) })} size="sm" className={classes.signIn}>
                {t('shell.sign-in')}
              </Button>
            )
          )}
        </div>
      </div>
      {isNarrow && isOpen && (
        <Suspense>
          <PhoneMenu title={session?.portal.name ?? 'Graticule'} onClose={drawer.close}>
            {navigation}
          </PhoneMenu>
        </Suspense>
      )}
    </header>
  );
}

function returnHere(pathname: string, search: string): string | undefined {
  return pathname === paths.home() || pathname.endsWith('/createadmin.html') ? undefined : pathname + search;
}
