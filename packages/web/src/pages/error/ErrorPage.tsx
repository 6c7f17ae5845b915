// error.html: the reasons a server or an older client sends people here.
import { useSearchParams } from 'react-router';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { StatePage } from '../../ui/StatePage.tsx';

/** Explains the code in `c`. */
export function ErrorPage() {
  const t = useTranslate();
  const [params] = useSearchParams();
  const code = params.get('c');
  const isAccess = code === 'AccessDeniedResource' || code === 'PortalSignIn' || code === 'PortalCreateAccount';
  const title = isAccess ? t('shell.error.no-access.title') : t('shell.error.title');
  usePageTitle(title);
  const text = isAccess ? t('shell.error.no-access') : code === 'SSLRequired' ? t('shell.error.ssl') : t('shell.error.crash');
  const signIn = { label: t('shell.sign-in'), to: paths.signIn() };
  const home = { label: t('shell.error.home'), to: paths.home() };
  return <StatePage title={title} text={text} action={isAccess ? signIn : home} secondAction={isAccess ? home : undefined} />;
}
