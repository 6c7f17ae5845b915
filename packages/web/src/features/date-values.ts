// Dates as they are typed: days are kept as their midnight in UTC and belong to no time zone; other moments are local, also at midnight where the field holds times.

const DAY_MS = 86_400_000;

/** Whether a moment stands for a whole day: none does in a field that holds times. */
export function isWholeDay(epochMs: number, holdsTimes = false): boolean {
  return !holdsTimes && epochMs % DAY_MS === 0;
}

/** How a moment is typed: the kind of input and its text. No value is asked for as a day. */
export function dateInput(epochMs: number | null | undefined, holdsTimes = false): { type: 'date' | 'datetime-local'; text: string } {
  if (epochMs === null || epochMs === undefined) return { type: 'date', text: '' };
  if (isWholeDay(epochMs, holdsTimes)) return { type: 'date', text: new Date(epochMs).toISOString().slice(0, 10) };
  const offsetMs = new Date(epochMs).getTimezoneOffset() * 60_000;
  const text = new Date(epochMs - offsetMs).toISOString().slice(0, 19);
  return { type: 'datetime-local', text: text.replace(/:00$/, '') };
}

/** The moment that was typed, in milliseconds since 1970; undefined for none. */
export function dateTyped(text: string, holdsTimes = false): number | undefined {
  const read = /^\d{4,6}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/.exec(text);
  if (!read) return undefined;
  // a date alone is read as UTC, with a time as local
  const epochMs = Date.parse(holdsTimes && read[1] === undefined ? `${text}T00:00` : text);
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
