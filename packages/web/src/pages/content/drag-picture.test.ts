import { expect, test, vi } from 'vitest';
import { draggedTitles, drawDragged } from './drag-picture.ts';

test('CO-324 at most five items are drawn under the pointer, and the others are counted', async () => {
  const titles = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(draggedTitles(titles)).toEqual({ shown: ['a', 'b', 'c', 'd', 'e'], more: 2 });
  expect(draggedTitles(['a'])).toEqual({ shown: ['a'], more: 0 });
  const drawn: string[] = [];
  const setDragImage = vi.fn((picture: Element) => drawn.push(...[...picture.children].map((each) => each.textContent ?? '')));
  drawDragged({ setDragImage } as unknown as DataTransfer, 'x', [...draggedTitles(titles).shown, 'and 2 more']);
  expect(drawn).toEqual(['a', 'b', 'c', 'd', 'e', 'and 2 more']);
  await vi.waitFor(() => expect(document.querySelector('ul.x')).toBeNull());
});
