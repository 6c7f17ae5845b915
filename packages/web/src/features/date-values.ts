// Dates as they are typed: days are kept as their midnight in UTC and belong to no time zone; other moments are local.

const DAY_MS = 86_400_000;

/** Whether a moment stands for a whole day. */
export function isWholeDay(epochMs: number): boolean {
  return epochMs % DAY_MS === 0;
}

/** How a moment is typed: the kind of input and its text. No value is asked for as a day. */
export function dateInput(epochMs: number | null | undefined): { type: 'date' | 'datetime-local'; text: string } {
  if (epochMs === null || epochMs === undefined) return { type: 'date', text: '' };
  if (isWholeDay(epochMs)) return { type: 'date', text: new Date(epochMs).toISOString().slice(0, 10) };
  const offsetMs = new Date(epochMs).getTimezoneOffset() * 60_000;
  const text = new Date(epochMs - offsetMs).toISOString().slice(0, 19);
  return { type: 'datetime-local', text: text.replace(/:00$/, '') };
}

/** The moment that was typed, in milliseconds since 1970; undefined for none. */
export function dateTyped(text: string): number | undefined {
  // a date alone is read as UTC, with a time as local
  const epochMs = /^\d{4,6}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/** The day and the time of day of a moment as it is typed; either may be missing. */
export function momentParts(text: string): { day: string; time: string } {
  const [day = '', time = ''] = text.split('T');
  return { day, time };
}

/** What `momentParts` reads. */
export function momentText(day: string, time: string): string {
  return time === '' ? day : `${day}T${time}`;
}
