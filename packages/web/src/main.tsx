// Starts the app: messages of the shell, then the router.
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider, useDirection } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { ensureMessages } from './language/language-store.ts';
import { useLanguage, useTranslate } from './language/use-language.ts';
import { createRouter } from './routes.tsx';
import './theme/styles.css';
import './theme/first-view.css';
import { themeFor, tokensToVariables } from './theme/theme.ts';

const schemeManager = localStorageColorSchemeManager({ key: 'graticule-color-scheme' });

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  // All are needed before anything can be shown; ask for them at once: the router begins with the code and the data of the page.
  void queryClient.prefetchQuery(sessionQuery);
  const router = createRouter();
  await ensureMessages(['shell', 'errors']);
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider>
        <Themed>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Themed>
      </DirectionProvider>
    </StrictMode>,
  );
}

/** Gives the components their looks, their names in the reader's language, and its direction. */
function Themed({ children }: { children: ReactNode }) {
  const { direction } = useLanguage();
  const t = useTranslate();
  const { setDirection } = useDirection();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  const theme = useMemo(() => themeFor({ close: t('shell.close'), clear: t('shell.clear') }), [t]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={tokensToVariables} colorSchemeManager={schemeManager} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}

void start();
