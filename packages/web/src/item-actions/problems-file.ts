// Refused rows as a file that any spreadsheet opens.
import type { PublishProblem } from '@graticule/contract/content/publishing';

/** A refused row, and the layer that it was meant for where there are several. */
export type RefusedRow = PublishProblem & { layer?: string };

/** A data address of a CSV file: number of the row and reason, and a last line where there were more than are known one by one. */
export function problemsFile(problems: readonly RefusedRow[], say: (sentence: PublishProblem['said']) => string, more = ''): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const hasLayers = problems.some(({ layer }) => layer !== undefined);
  const inLayer = (layer = '') => (hasLayers ? `${quoted(layer)},` : '');
  const lines = problems.map(({ layer, row, said }) => `${inLayer(layer)}${row},${quoted(say(said))}`);
  if (more !== '') lines.push(`${inLayer()},${quoted(more)}`);
  // the mark at the beginning tells spreadsheets the encoding
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${hasLayers ? 'layer,' : ''}row,reason\r\n${lines.join('\r\n')}\r\n`)}`;
}
