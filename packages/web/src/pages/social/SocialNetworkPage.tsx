// socialnetwork.html: hands an address of the portal to a social network, once the person agrees.
import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { StatePage } from '../../ui/StatePage.tsx';
import { NETWORK_NAMES, networkAddress } from './network-address.ts';

/** Nothing is sent before the button is pressed. @source SH-033 */
export function SocialNetworkPage() {
  const t = useTranslate();
  const [params] = useSearchParams();
  const network = params.get('n') === 'fb' ? 'fb' : 'tw';
  const name = NETWORK_NAMES[network];
  const href = networkAddress(params, location.origin);
  usePageTitle(t('item.social.title', { network: name }));
  if (href === undefined) return <StatePage title={t('item.social.not-here')} text={t('item.social.not-here-text')} />;
  return (
    <StatePage title={params.get('t') || t('item.social.title', { network: name })} text={t('item.social.text')}>
      <Button component="a" href={href} rel="noopener noreferrer">
        {t('item.social.go', { network: name })}
      </Button>
    </StatePage>
  );
}
