// What is drawn under the pointer while items are dragged to a folder: some titles, and how many more there are.

/** Titles that are drawn; the others are counted. */
const MOST = 5;

/** The titles that are shown of dragged items, and how many are not. */
export function draggedTitles(titles: readonly string[]): { shown: string[]; more: number } {
  return { shown: titles.slice(0, MOST), more: Math.max(0, titles.length - MOST) };
}

/** Lets the browser draw these lines instead of the row; the element is taken away once it has been drawn. */
export function drawDragged(transfer: DataTransfer, className: string, lines: readonly string[]): void {
  const picture = document.createElement('ul');
  picture.className = className;
  picture.setAttribute('aria-hidden', 'true');
  for (const line of lines) {
    const entry = document.createElement('li');
    entry.textContent = line;
    entry.dir = 'auto';
    picture.append(entry);
  }
  document.body.append(picture);
  transfer.setDragImage(picture, 0, 0);
  setTimeout(() => picture.remove());
}
