// The last net: a page whose code failed or could not be loaded.
import { useRouteError } from 'react-router';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { StatePage } from '../ui/StatePage.tsx';
import { useEndOfFirstView } from './first-view.ts';
import { useComingBack } from './use-coming-back.ts';

/** Code that cannot be had comes with the connection; another fault may go away when the page is loaded again. */
export function RouteError() {
  const t = useTranslate();
  const error = useRouteError();
  console.error(error);
  useEndOfFirstView();
  const { isAwaited, tryNow } = useComingBack(error);
  if (isAwaited)
    return (
      <StatePage
        title={t('shell.unreachable.title')}
        text={t('shell.unreachable')}
        action={{ label: t('shell.error.retry'), onClick: tryNow }}
      />
    );
  return (
    <StatePage
      title={t('shell.error.title')}
      text={t('shell.error.crash')}
      action={{ label: t('shell.error.reload'), onClick: () => window.location.reload() }}
      secondAction={{ label: t('shell.error.home'), to: paths.home() }}
    />
  );
}
