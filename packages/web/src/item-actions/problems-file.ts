// Refused rows as a file that any spreadsheet opens.
import type { PublishProblem } from '@graticule/contract/content/publishing';

/** A data address of a CSV file: number of the row and reason, and a last line where there were more than are known one by one. */
export function problemsFile(problems: readonly PublishProblem[], say: (sentence: PublishProblem['said']) => string, more = ''): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = problems.map(({ row, said }) => `${row},${quoted(say(said))}`);
  if (more !== '') lines.push(`,${quoted(more)}`);
  // the mark at the beginning tells spreadsheets the encoding
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFFrow,reason\r\n${lines.join('\r\n')}\r\n`)}`;
}
