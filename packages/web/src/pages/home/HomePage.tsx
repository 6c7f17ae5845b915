// The home page: the organisation, its featured maps, and ways in.
import { Button, Text, Title } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { BrowseByKind } from './BrowseByKind.tsx';
import { FeaturedMaps } from './FeaturedMaps.tsx';
import { HeroGlobe } from './HeroGlobe.tsx';
import classes from './HomePage.module.css';

/** The first page anybody sees. */
export function HomePage() {
  const t = useTranslate();
  const { portal, user, can } = useSession();
  usePageTitle(t('shell.nav.home'));
  const description = portal.showHomePageDescription !== false ? textOf(portal.description) : '';
  return (
    <>
      <section className={classes.hero}>
        <HeroGlobe className={classes.globe} />
        <div className={classes.heroInner}>
          <div className={classes.heroWords}>
            <Title order={1} className={classes.name}>
              <bdi>{portal.name}</bdi>
            </Title>
            <Text className={classes.description}>
              <bdi>{description || t('home.tagline')}</bdi>
            </Text>
            <div className={classes.actions}>
              <Button component={Link} to={paths.mapViewer({ useExisting: 1 })} size="md" leftSection={<IconMap2 size={18} aria-hidden />}>
                {t('home.open-map')}
              </Button>
              {user ? (
                can('portal:user:createItem') && (
                  <Button component={Link} to={paths.content()} size="md" variant="default">
                    {t('home.your-content')}
                  </Button>
                )
              ) : (
                <Button component={Link} to={paths.signIn()} size="md" variant="default">
                  {t('shell.sign-in')}
                </Button>
              )}
            </div>
          </div>
        </div>
      </section>
      <div className={classes.sections}>
        <FeaturedMaps />
        <BrowseByKind />
      </div>
    </>
  );
}

/** The description as plain text: it may have been written as HTML. */
function textOf(html: string | null | undefined): string {
  if (!html) return '';
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}
