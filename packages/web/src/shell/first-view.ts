// What the server showed of an item before any script ran: it goes once the page has something to show itself.
import { useLayoutEffect } from 'react';

/** Takes the first view away. Before the browser paints, so that nobody sees the page twice or not at all. */
export function useEndOfFirstView(isOver = true): void {
  useLayoutEffect(() => {
    if (isOver) document.getElementById('first-view')?.remove();
  }, [isOver]);
}
