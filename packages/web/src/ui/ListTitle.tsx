// The title of an entry in a list, at the level that fits the page around it.
import type { ReactNode } from 'react';

/** Level of the titles of a list: 2 right under the title of the page, 3 under a section's. */
export type ListTitleOrder = 2 | 3;

/** A heading that looks the same at both levels. */
export function ListTitle({ order, className, children }: { order: ListTitleOrder; className: string | undefined; children: ReactNode }) {
  const Tag = order === 2 ? 'h2' : 'h3';
  // a title that is cut off is cut at its own end, which is not always the end of the line
  return (
    <Tag className={className} dir="auto">
      {children}
    </Tag>
  );
}
