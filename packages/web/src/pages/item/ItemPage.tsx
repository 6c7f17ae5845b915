// item.html: everything about one item, and what can be done with it.
import type { Item } from '@graticule/contract/content/item';
import { getItem } from '@graticule/contract/content/items';
import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
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
import { serviceOf } from './hosted-service.ts';
import { ItemActions } from './ItemActions.tsx';
import { ItemComments } from './ItemComments.tsx';
import { ItemDescription } from './ItemDescription.tsx';
import { ItemDetails } from './ItemDetails.tsx';
import classes from './ItemPage.module.css';
import { ServiceLayers } from './ServiceLayers.tsx';

const DataTab = lazy(async () => ({ default: (await import('./DataTab.tsx')).DataTab }));

/** Reads the id from the address. */
export function ItemPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: keys.item(id),
    queryFn: () => {
      if (id === '') throw new ApiError(400, '', 'CONT_0001');
      return call(getItem, { id }, { quiet: true });
    },
  });
  usePageTitle(data?.title);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Loaded item={data} /> : <Loading />;
}

function Loaded({ item }: { item: Item }) {
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  const navigate = useNavigate();
  const session = useSession();
  const [open, setOpen] = useState<OpenDialog>();
  const [params] = useSearchParams();
  const service = serviceOf(item);
  const isData = service !== undefined && params.get('tab') === 'data';
  return (
    <article className={classes.page}>
      <div className={classes.head}>
        <ItemThumbnail item={item} width={600} className={classes.picture} isEager />
        <div className={classes.headWords}>
          <p className={classes.kind}>
            <TypeIcon type={item.type} size={18} />
            {typeLabel(item.type)}
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
      {service !== undefined && (
        <nav className={classes.tabs} aria-label={t('item.tabs')}>
          <Link to={paths.item(item.id)} aria-current={isData ? undefined : 'page'} replace>
            {t('item.tab.overview')}
          </Link>
          <Link to={`${paths.item(item.id)}&tab=data`} aria-current={isData ? 'page' : undefined} replace>
            {t('item.tab.data')}
          </Link>
        </nav>
      )}
      {isData && service !== undefined ? (
        <Suspense fallback={<Skeleton height={400} />}>
          <DataTab item={item} service={service} />
        </Suspense>
      ) : (
        <div className={classes.columns} data-tabbed={service !== undefined || undefined}>
          <div className={classes.main}>
            <ItemDescription item={item} onEdit={() => setOpen({ action: 'edit', items: [item] })} />
            <ServiceLayers item={item} />
            <ItemComments item={item} />
          </div>
          <ItemDetails item={item} />
        </div>
      )}
      <ItemDialogs
        open={open}
        onClose={() => setOpen(undefined)}
        onDeleted={() => void navigate(isOwner(item, session) ? paths.content() : paths.home(), { replace: true })}
      />
    </article>
  );
}

function Loading() {
  return (
    <div className={classes.page} aria-busy>
      <div className={classes.head}>
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
