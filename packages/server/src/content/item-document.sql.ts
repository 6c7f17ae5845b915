// What is derived from the fields of an item: its words for search, its completeness, its shape on the ground.
import { type RawBuilder, sql } from 'kysely';
import { searchDocument } from '../platform/db/search-text.ts';

/** The fields from which words and completeness are derived. */
export interface DescribedItem {
  title: string;
  type: string;
  auto_keywords: readonly string[];
  given_keywords: readonly string[];
  tags: readonly string[];
  snippet: string | null;
  description: string | null;
  access_information: string | null;
  license_info: string | null;
  name: string | null;
  thumbnail_key: string | null;
  extent_box: readonly number[] | null;
}

/** Columns that follow from the others. */
export function derivedColumns(item: DescribedItem): {
  search: RawBuilder<string>;
  score_completeness: number;
  extent: RawBuilder<string | null>;
} {
  return {
    search: sql<string>`${documentOf(item)}::tsvector`,
    score_completeness: completenessOf(item),
    extent: extentGeometry(item.extent_box),
  };
}

/** The words of an item, as text that the database reads as a `tsvector`. */
export function documentOf(item: DescribedItem): string {
  return searchDocument([
    { name: 'title', values: [item.title], weight: 'A', general: true },
    { name: 'tags', values: item.tags, weight: 'B', general: true, exact: true },
    // Nothing else has the weight C: by it alone words of the snippet are told from others.
    { name: 'snippet', values: [withoutTags(item.snippet)], weight: 'C', general: true, byField: false },
    { name: 'description', values: [withoutTags(item.description)], weight: 'D', general: true, byField: false },
    { name: 'type', values: [item.type], weight: 'D', general: true, exact: true },
    { name: 'typekeywords', values: [...item.auto_keywords, ...item.given_keywords], weight: 'D', general: true, exact: true },
    { name: 'accessinformation', values: [withoutTags(item.access_information)], weight: 'D', general: true },
    { name: 'licenseinfo', values: [withoutTags(item.license_info)], weight: 'D', general: false },
    { name: 'name', values: [item.name], weight: 'D', general: false, exact: true },
  ]);
}

/** Markup is not content: `<b>` must not make an item match "b". */
function withoutTags(html: string | null): string | null {
  return html === null ? null : html.replace(/<[^>]*>/g, ' ').replace(/&(?:nbsp|amp|lt|gt|quot|#\d+);/g, ' ');
}

/** 0 to 100: how much of what helps others to find and judge the item is there. */
export function completenessOf(item: DescribedItem): number {
  const parts: [boolean, number][] = [
    [item.title.trim().length > 2, 15],
    [item.thumbnail_key !== null, 20],
    [(item.snippet ?? '').trim().length > 10, 20],
    [(item.description ?? '').trim().length > 30, 15],
    [item.tags.length > 0, 15],
    [item.extent_box !== null, 5],
    [(item.access_information ?? '').trim() !== '', 5],
    [(item.license_info ?? '').trim() !== '', 5],
  ];
  return parts.reduce((sum, [has, points]) => sum + (has ? points : 0), 0);
}

/** A box, or two boxes when the extent crosses the date line. */
function extentGeometry(box: readonly number[] | null): RawBuilder<string | null> {
  const [xmin, ymin, xmax, ymax] = box ?? [];
  if (xmin === undefined || ymin === undefined || xmax === undefined || ymax === undefined) return sql`null`;
  if (xmin <= xmax) return sql`st_makeenvelope(${xmin}::float8, ${ymin}::float8, ${xmax}::float8, ${ymax}::float8, 4326)`;
  return sql`st_collect(st_makeenvelope(${xmin}::float8, ${ymin}::float8, 180, ${ymax}::float8, 4326),
    st_makeenvelope(-180, ${ymin}::float8, ${xmax}::float8, ${ymax}::float8, 4326))`;
}
