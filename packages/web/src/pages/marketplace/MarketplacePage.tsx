// marketplace.html: what organisations offer one another, what one's own holds, and what it offers.
import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { Browse } from './Browse.tsx';
import { Held } from './Held.tsx';
import { ListingDetails } from './ListingDetails.tsx';
import classes from './Marketplace.module.css';
import { Offered } from './Offered.tsx';

const VIEWS = ['browse', 'held', 'offered'] as const;

/** The view, or the listing, is in the address. */
export function MarketplacePage() {
  const t = useTranslate();
  usePageTitle(t('marketplace.title'));
  const { user, can } = useSession();
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  if (id) return <ListingDetails id={id} />;
  const views = VIEWS.filter((view) => (view === 'held' ? user?.orgId : view === 'offered' ? can('marketplace:admin:manage') : true));
  const view = views.find((each) => each === params.get('view')) ?? 'browse';
  return (
    <ListPage title={t('marketplace.title')} intro={t('marketplace.intro')}>
      {views.length > 1 && (
        <div className={classes.views}>
          <SegmentedControl
            mb="md"
            aria-label={t('marketplace.view')}
            value={view}
            onChange={(next) => setParams({ view: next })}
            data={views.map((value) => ({ value, label: t(`marketplace.view.${value}`) }))}
          />
        </div>
      )}
      {view === 'browse' && <Browse />}
      {view === 'held' && <Held />}
      {view === 'offered' && <Offered />}
    </ListPage>
  );
}
