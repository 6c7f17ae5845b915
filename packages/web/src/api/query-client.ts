// The cache of replies.
import { QueryClient } from '@tanstack/react-query';
import { ApiError, LOST } from './api-error.ts';

/**
 * One cache for the page; failures of the network and of a busy server are tried again, refusals are not. What is asked
 * or saved without a connection fails and says so: waiting for it in silence would look like work.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && error instanceof ApiError && LOST.includes(error.status),
      retryDelay: (attempt) => Math.min(4000, 500 * 2 ** attempt),
    },
  },
});
