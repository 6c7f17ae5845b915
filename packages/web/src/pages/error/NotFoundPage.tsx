// The page for addresses that lead nowhere.
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { StatePage } from '../../ui/StatePage.tsx';

/** Says that nothing is here, inside the shell. */
export function NotFoundPage() {
  const t = useTranslate();
  usePageTitle(t('shell.error.not-found.title'));
  return (
    <StatePage
      title={t('shell.error.not-found.title')}
      text={t('shell.error.not-found')}
      action={{ label: t('shell.error.home'), to: paths.home() }}
    />
  );
}
