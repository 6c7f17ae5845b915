// Whether editing is offered: to members always, to visitors where a layer of the map lets them.
import { describeFeatureService } from '@graticule/contract/services/feature-server';
import type { FeatureServiceInfo } from '@graticule/contract/services/layer';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useMaybeSession } from '../../api/session.ts';
import { editRights, visitorRights } from '../../features/edit-rights.ts';
import { useViewer } from '../viewer-context.ts';
import { featureLayers, hostedAddress } from './editable-layer.ts';

/** For visitors each service of this portal is asked once; nothing is offered until one has answered. */
export function useOffersEditing(): boolean {
  const session = useMaybeSession();
  const { map, editing } = useViewer();
  const isVisitor = editing !== undefined && session !== undefined && session.user === undefined;
  const hostname = session?.portal.portalHostname;
  const services = isVisitor ? featureLayers(map).flatMap(({ url }) => hostedAddress(url, hostname)?.service ?? []) : [];
  const answers = useQueries({
    queries: [...new Set(services)].map((service) => ({
      queryKey: ['viewer-service', service],
      queryFn: () => call(describeFeatureService, { service }, { quiet: true }),
      staleTime: 60_000,
      retry: false,
    })),
  });
  const isOpen = (info: FeatureServiceInfo | undefined): boolean => {
    // nobody who is not signed in owns anything
    const rights = info && session && editRights({ owner: '' }, info, session, visitorRights(info));
    return rights !== undefined && (rights.create || rights.update || rights.remove);
  };
  return session?.user !== undefined || answers.some(({ data }) => isOpen(data));
}
