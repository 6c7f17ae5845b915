// item.html: everything about one item, and what can be done with it.
import type { Item } from '@graticule/contract/content/item';
import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { itemQuery } from '../../api/item-query.ts';
import { useSession } from '../../api/session.ts';
import { ItemDialogs, type OpenDialog } from '../../item-actions/ItemDialogs.tsx';
import { isOwner } from '../../item-actions/item-rights.ts';
import { AccessBadge } from '../../items/AccessBadge.tsx';
import { ItemThumbnail } from '../../items/ItemThumbnail.tsx';
import { TypeIcon } from '../../items/TypeIcon.tsx';
import { useTypeLabel } from '../../items/type-label.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { useEndOfFirstView } from '../../shell/first-view.ts';
import { layersQuery, serviceOf } from './hosted-service.ts';
import { ItemActions } from './ItemActions.tsx';
import { ItemComments } from './ItemComments.tsx';
import { ItemDescription } from './ItemDescription.tsx';
import { ItemDetails } from './ItemDetails.tsx';
import classes from './ItemPage.module.css';
import { ItemWork } from './ItemWork.tsx';
import { addressWithTab, ITEM_TABS, type ItemTab, tabNamed, tabsOf } from './item-tabs.ts';
import { ServiceLayers } from './ServiceLayers.tsx';

const DataTab = lazy(async () => ({ default: (await import('./DataTab.tsx')).DataTab }));
const MapTab = lazy(async () => ({ default: (await import('./MapTab.tsx')).MapTab }));
const RelatedTab = lazy(async () => ({ default: (await import('./RelatedTab.tsx')).RelatedTab }));
const UsageTab = lazy(async () => ({ default: (await import('./UsageTab.tsx')).UsageTab }));
const SettingsTab = lazy(async () => ({ default: (await import('./SettingsTab.tsx')).SettingsTab }));

/** Reads the id from the address. */
export function ItemPage() {
  const [params] = useSearchParams();
  const { hash } = useLocation();
  const id = params.get('id') ?? '';
  const { data, error, refetch } = useQuery(itemQuery(id));
  usePageTitle(data?.title);
  useEndOfFirstView(data !== undefined || error !== null);
  const search = addressWithTab(params, hash);
  if (search !== undefined) return <Navigate to={{ search }} replace />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Loaded item={data} /> : <Loading isShort={tabNamed(ITEM_TABS, params.get('tab') ?? '') !== 'overview'} />;
}

function Loaded({ item }: { item: Item }) {
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  const navigate = useNavigate();
  const session = useSession();
  const [open, setOpen] = useState<OpenDialog>();
  const [params] = useSearchParams();
  const tabs = tabsOf(item, session);
  const tab = tabNamed(tabs, params.get('tab') ?? '');
  return (
    <article className={classes.page}>
      <div className={classes.head} data-short={tab === 'overview' ? undefined : true}>
        <ItemThumbnail item={item} width={600} className={classes.picture} isEager />
        <div className={classes.headWords}>
          <p className={classes.kind}>
            <TypeIcon type={item.type} size={18} />
            {typeLabel(item.type, item)}
          </p>
          <Title order={1} className={classes.title}>
            <bdi>{item.title}</bdi>
          </Title>
          {item.snippet && (
            <p className={classes.snippet}>
              <bdi>{item.snippet}</bdi>
            </p>
          )}
          <p className={classes.meta}>
            <Link to={paths.user(item.owner)}>{t('shell.owner', { name: item.owner })}</Link>
            <span>{t('shell.updated', { when: format.ago(item.modified) })}</span>
            <AccessBadge access={item.access} />
          </p>
          <ItemActions item={item} onOpen={(action) => setOpen({ action, items: [item] })} />
        </div>
      </div>
      <ItemWork item={item} onDelete={() => setOpen({ action: 'delete', items: [item] })} />
      <nav className={classes.tabs} aria-label={t('item.tabs')}>
        {tabs.map((each) => (
          <Link
            key={each}
            to={paths.item(item.id, each === 'overview' ? {} : { tab: each })}
            ref={each === tab ? intoSight : undefined}
            aria-current={each === tab ? 'page' : undefined}
            preventScrollReset
            replace
          >
            {t(`item.tab.${each}`)}
          </Link>
        ))}
      </nav>
      {tab === 'overview' ? (
        <div className={classes.columns} data-tabbed>
          <div className={classes.main}>
            <ItemDescription item={item} onEdit={() => setOpen({ action: 'edit', items: [item] })} />
            <LayersAndComments item={item} />
          </div>
          <ItemDetails item={item} />
        </div>
      ) : (
        <Suspense fallback={<WaitingTab />}>
          <OpenTab tab={tab} item={item} onDelete={() => setOpen({ action: 'delete', items: [item] })} />
        </Suspense>
      )}
      <ItemDialogs
        open={open}
        onClose={() => setOpen(undefined)}
        onDeleted={() => void navigate(isOwner(item, session) ? paths.content() : paths.home(), { replace: true })}
      />
    </article>
  );
}

/** The comments come with the layers above them: nobody's text moves while it is read. */
function LayersAndComments({ item }: { item: Item }) {
  const service = serviceOf(item);
  const { isLoading } = useQuery({ ...layersQuery(item.id, service ?? ''), enabled: service !== undefined && item.status === undefined });
  return (
    <>
      {item.status === undefined && <ServiceLayers item={item} />}
      {!isLoading && <ItemComments item={item} />}
    </>
  );
}

/** As high as the window: the footer does not move when the tab comes. */
function WaitingTab() {
  return (
    <div className={classes.waiting}>
      <Skeleton height={400} />
    </div>
  );
}

/** On a phone the tabs are wider than the screen. */
function intoSight(link: HTMLAnchorElement | null): void {
  const list = link?.parentElement;
  if (link && list && list.scrollWidth > list.clientWidth) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
}

function OpenTab({ tab, item, onDelete }: { tab: ItemTab; item: Item; onDelete: () => void }) {
  const service = serviceOf(item);
  if (tab === 'data' && service !== undefined) return <DataTab item={item} service={service} />;
  if (tab === 'map') return <MapTab item={item} />;
  if (tab === 'related') return <RelatedTab item={item} />;
  if (tab === 'usage') return <UsageTab item={item} />;
  return <SettingsTab item={item} onDelete={onDelete} />;
}

function Loading({ isShort }: { isShort: boolean }) {
  return (
    <div className={classes.page} aria-busy>
      <div className={classes.head} data-short={isShort || undefined}>
        <Skeleton className={classes.picture} radius="lg" />
        <div className={classes.headWords}>
          <Skeleton height={16} width={120} />
          <Skeleton height={32} width="70%" mt={14} />
          <Skeleton height={16} width="90%" mt={18} />
          <Skeleton height={16} width="50%" mt={12} />
          <Skeleton height={40} width={260} mt={28} />
        </div>
      </div>
    </div>
  );
}
