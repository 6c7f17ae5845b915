// Names in exports: of files, and of what stands in them.
import { safeFileName } from '../content/index.ts';

/** Letters of a title in the name of a file: with a number and the ending it stays shorter than any name may be. */
const LONGEST_STEM = 170;

/** The name of an exported file. */
export function exportFileName(title: string, { extension }: { extension: string }, mark = ''): string {
  return safeFileName(`${title.replace(/[/\\]/g, '_').slice(0, LONGEST_STEM).trim()}${mark}.${extension}`);
}

/** A name for files that every system can hold. */
export function freeName(layerName: string, taken: Set<string>): string {
  const stem = layerName.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_').slice(0, 80) || 'layer';
  let name = stem;
  for (let n = 1; taken.has(name.toLowerCase()); n++) name = `${stem}_${n}`;
  taken.add(name.toLowerCase());
  return name;
}
