// Runs a change of items, says when it failed, and forgets what was cached of items.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorWords } from '../api/error-words.ts';
import { isDefinitionChanged } from '../features/change-definition.ts';
import { renewItems } from '../items/renew-items.ts';

interface Options<Result> {
  /** The failure is shown in a dialog, or beside what was changed; some failures may be. */
  isQuiet?: boolean | ((error: unknown) => boolean);
  onDone?: (result: Result) => void;
  /** Said when it worked. */
  success?: string;
}

/** Success and failure are told in a notification, unless a dialog tells the failure. */
export function useItemChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  { onDone, success, isQuiet }: Options<Result> = {},
) {
  const client = useQueryClient();
  const words = useErrorWords();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      await renewItems(client);
      if (success) notifications.show({ message: success, color: 'lichen' });
      onDone?.(result);
    },
    onError: (error) => {
      // what somebody else changed meanwhile is shown
      if (isDefinitionChanged(error)) void renewItems(client);
      if (typeof isQuiet === 'function' ? isQuiet(error) : isQuiet) return;
      notifications.show({ message: words(error).text, color: 'vermilion', autoClose: 8000 });
    },
  });
}
