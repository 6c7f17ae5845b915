// What happens to calls without a connection.
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
});

test('saving without a connection fails at once, and does not wait in silence', async () => {
  onlineManager.setOnline(false);
  const saving = new MutationObserver(queryClient, { mutationFn: () => Promise.reject(new ApiError(0, 'offline')) });
  await expect(saving.mutate()).rejects.toThrow('offline');
  expect(saving.getCurrentResult().isPaused).toBe(false);
});

test('what could not be loaded without a connection is loaded when it is back', async () => {
  onlineManager.setOnline(false);
  const load = vi.fn(() => (onlineManager.isOnline() ? Promise.resolve('rivers') : Promise.reject(new ApiError(0, 'offline'))));
  const list = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: load, retry: false });
  queryClient.mount();
  const end = list.subscribe(() => {});
  await vi.waitFor(() => expect(list.getCurrentResult().isError).toBe(true), { timeout: 8000 });
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe('rivers'), { timeout: 8000 });
  end();
  queryClient.unmount();
});
