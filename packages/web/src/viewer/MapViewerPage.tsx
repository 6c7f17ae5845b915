// The page of the map viewer: opens what the address asks for, or says why not.
import { NotAWebMap } from '@graticule/contract/documents/web-map';
import { Center, Loader, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslate } from '../language/use-language.ts';
import { usePageTitle } from '../language/use-page-title.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../shell/ErrorState.tsx';
import { StatePage } from '../ui/StatePage.tsx';
import { EmbeddedMap } from './EmbeddedMap.tsx';
import { MapViewer } from './MapViewer.tsx';
import { openedMapQuery } from './opened-map-query.ts';

/** `?webmap=` a saved map, `?layers=` an item with layers (with `extent`, at that place; with `edit=1`, ready to edit), `?useExisting=1` the map that was left, else a new one. */
export function MapViewerPage() {
  const t = useTranslate();
  const [search] = useSearchParams();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const request = {
    webmap: search.get('webmap') ?? undefined,
    layers: search.get('layers') ?? undefined,
    extent: search.get('extent') ?? undefined,
    useExisting: search.get('useExisting') === '1',
    isEditing: search.get('edit') === '1',
    scheme,
  };
  const isEmbedded = search.get('embed') === 'true';
  const { data, error, refetch } = useQuery(openedMapQuery(request));
  usePageTitle(data?.item?.title ?? t('viewer.untitled'));

  if (error instanceof NotAWebMap) {
    return (
      <StatePage
        title={t('viewer.not-a-map.title')}
        text={t('viewer.not-a-map')}
        action={{ label: t('viewer.new'), to: paths.mapViewer() }}
      />
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Center flex={1}>
        <Loader type="dots" aria-label={t('shell.loading')} />
      </Center>
    );
  }
  return isEmbedded ? <EmbeddedMap opened={data} /> : <MapViewer key={data.openId} opened={data} request={request} />;
}
