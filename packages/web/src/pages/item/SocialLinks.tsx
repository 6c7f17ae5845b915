// Links that share the item's page with social networks, where the portal allows it.
import type { Item } from '@graticule/contract/content/item';
import { type SocialNetwork, showsSocialLinks, socialNetworkAddress } from '@graticule/contract/item-types/open-rules';
import { ActionIcon, Group } from '@mantine/core';
import { IconBrandFacebook, IconBrandX } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';

const NETWORKS = [
  { network: 'fb', name: 'Facebook', Icon: IconBrandFacebook },
  { network: 'tw', name: 'X', Icon: IconBrandX },
] as const;

/** Sharing what not everyone may see is warned of first. @source SH-181, SH-209 */
export function SocialLinks({ item }: { item: Item }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { portal } = useSession();
  const [asked, setAsked] = useState<SocialNetwork>();
  if (!showsSocialLinks(portal, portal.portalProperties?.showSocialMediaLinks === true)) return null;
  const go = (network: SocialNetwork) =>
    void navigate(socialNetworkAddress(item.title, network, `${location.origin}${paths.item(item.id)}`));
  return (
    <Group gap="xs">
      {NETWORKS.map(({ network, name, Icon }) => (
        <ActionIcon
          key={network}
          variant="default"
          size={40}
          aria-label={t('item.social.share', { network: name })}
          onClick={() => (item.access === 'public' ? go(network) : setAsked(network))}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
      {asked && (
        <ActionDialog
          title={t('item.social.not-public')}
          submit={t('item.social.share', { network: NETWORKS.find((each) => each.network === asked)?.name ?? '' })}
          isBusy={false}
          onSubmit={() => go(asked)}
          onClose={() => setAsked(undefined)}
        >
          {t('item.social.not-public-text')}
        </ActionDialog>
      )}
    </Group>
  );
}
