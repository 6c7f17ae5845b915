// What the person at the page may do with the rows of a hosted service.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { type EditRights, editRights, visitorRights } from '../../features/edit-rights.ts';
import { serviceQuery } from './layer-settings.ts';

/** The rights by layer. Only for visitors the service itself is asked, too: they may do nothing until it has answered. */
export function useEditRights(item: Item, service: string | undefined): (layer: Pick<LayerInfo, 'capabilities'>) => EditRights {
  const session = useSession();
  const isAsked = service !== undefined && session.user === undefined;
  const { data } = useQuery({ ...serviceQuery(item.id, service ?? ''), enabled: isAsked });
  const visitors = isAsked && data ? visitorRights(data) : undefined;
  return (layer) => editRights(item, layer, session, visitors);
}
