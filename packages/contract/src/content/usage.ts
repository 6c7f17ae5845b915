// The endpoint of how much an item is used over time.
import { endpoint } from '../endpoint.ts';
import { integer } from '../param.ts';

/** Days that the portal remembers. */
export const MAX_USAGE_DAYS = 366;

/** Looks at an item and its data by day. Nothing is known of who looked. */
export interface ItemUsage {
  itemId: string;
  /** Looks in all these days. */
  total: number;
  /** Every day of the time, the oldest first; `date` is its beginning in UTC, epoch milliseconds. */
  views: { date: number; count: number }[];
}

export const itemUsage = endpoint<ItemUsage>()(
  '/sharing/rest/content/items/:id/usage',
  { days: integer() },
  { needs: 'user', summary: 'How often an item was looked at on each of the last days (30 unless told); for its owner and administrators' },
);
