// Named views of the map.
import { extentBounds, viewpointBounds } from '@graticule/contract/documents/viewpoint';
import type { Bookmark } from '@graticule/contract/documents/web-map';
import { Button, Stack, Text } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useTranslate } from '../../language/use-language.ts';
import { useViewer } from '../viewer-context.ts';

const boundsOf = (bookmark: Bookmark) => viewpointBounds(bookmark.viewpoint) ?? extentBounds(bookmark.extent);

/** Goes to a view; a view in an unknown reference system is there but cannot be gone to. */
export function BookmarksPanel() {
  const t = useTranslate();
  const { map, engine } = useViewer();
  const bookmarks = map.bookmarks ?? [];
  if (bookmarks.length === 0) return <Text c="dimmed">{t('viewer.bookmarks.empty')}</Text>;
  return (
    <Stack gap={4}>
      {bookmarks.map((bookmark, i) => {
        const bounds = boundsOf(bookmark);
        return (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: two bookmarks may have one name, and the list does not change
            key={i}
            variant="subtle"
            color="gray"
            justify="start"
            leftSection={<IconBookmark size={18} aria-hidden />}
            disabled={!bounds}
            onClick={() => bounds && engine?.camera.fit(bounds, 0)}
          >
            {bookmark.name || t('viewer.bookmarks.unnamed', { number: i + 1 })}
          </Button>
        );
      })}
    </Stack>
  );
}
