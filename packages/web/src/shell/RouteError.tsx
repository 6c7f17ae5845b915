// The last net: a page whose code failed or could not be loaded.
import { useRouteError } from 'react-router';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { StatePage } from '../ui/StatePage.tsx';
import { useEndOfFirstView } from './first-view.ts';

/** Offers to load the page again. */
export function RouteError() {
  const t = useTranslate();
  const error = useRouteError();
  console.error(error);
  useEndOfFirstView();
  return (
    <StatePage
      title={t('shell.error.title')}
      text={t('shell.error.crash')}
      action={{ label: t('shell.error.reload'), onClick: () => window.location.reload() }}
      secondAction={{ label: t('shell.error.home'), to: paths.home() }}
    />
  );
}
