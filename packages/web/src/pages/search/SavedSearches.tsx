// Searches that a member has kept: run one again, keep this one, forget one.
import { deleteSavedSearch, getSavedSearches } from '@graticule/contract/community/saved-searches';
import { ActionIcon, Button, Popover, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './SavedSearches.module.css';
import { SaveSearchDialog } from './SaveSearchDialog.tsx';
import { addressOf } from './saved-address.ts';

/** For members; `params` is the search as it stands in the address. */
export function SavedSearches({ username, params }: { username: string; params: URLSearchParams }) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const { data, error } = useQuery({
    queryKey: keys.savedSearches(username),
    queryFn: () => call(getSavedSearches, { username }),
    enabled: isOpen,
  });
  const removal = useMutation({
    mutationFn: (savedSearchId: string) => call(deleteSavedSearch, { username, savedSearchId }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.savedSearches(username) }),
    onError: (thrown) => notifications.show({ message: words(thrown).text, color: 'vermilion' }),
  });
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} shadow="md" trapFocus withRoles>
        <Popover.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setOpen(!isOpen)}>
            {t('search.saved')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('search.saved')}>
          {error && <Text size="sm">{words(error).text}</Text>}
          {data?.savedSearches.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('search.saved.none')}
            </Text>
          )}
          <ul className={classes.list}>
            {data?.savedSearches.map((saved) => (
              <li key={saved.id}>
                <Link to={addressOf(saved)} onClick={() => setOpen(false)} dir="auto">
                  {saved.name}
                </Link>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('search.remove', { name: saved.name })}
                  disabled={removal.isPending}
                  onClick={() => removal.mutate(saved.id)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <Button
            fullWidth
            mt="sm"
            onClick={() => {
              setOpen(false);
              setNaming(true);
            }}
          >
            {t('search.saved.save')}
          </Button>
        </Popover.Dropdown>
      </Popover>
      {isNaming && <SaveSearchDialog username={username} params={params} onClose={() => setNaming(false)} />}
    </>
  );
}
