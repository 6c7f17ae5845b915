// content.html: a person's folders and items, and adding to them.
import { useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { Content } from './Content.tsx';

/** One's own content, or another member's for administrators. */
export function ContentPage() {
  const t = useTranslate();
  const { user } = useSession();
  const [params] = useSearchParams();
  const username = params.get('user') || user?.username;
  const isOwn = username === user?.username;
  usePageTitle(isOwn || !username ? t('content.mine') : t('content.of', { name: username }));
  if (!user || !username) return <ErrorState error={new ApiError(499, '')} />;
  return <Content key={username} username={username} isOwn={isOwn} />;
}
