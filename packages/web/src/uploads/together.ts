// Files that are one thing to people and several to their disk: the parts of a shapefile, the folder of a file geodatabase.

/** A chosen or dropped file. */
export interface GivenFile {
  file: File;
  /** Names of the dropped folders around it, outermost first; empty for a file by itself. */
  folders: readonly string[];
}

/** Files that go as one archive. */
export interface Bundle {
  /** Name of the archive. */
  name: string;
  parts: readonly { path: string; file: File }[];
}

/** Parts of shapefiles, those of indexes and of other programs included. */
const SHAPEFILE_PARTS = 'shp shx dbf prj cpg cst qix qpj qmd sbn sbx fbn fbx ain aih atx ixs mxs shp.xml'.split(' ');
/** What systems and programs leave in folders, and nobody means to add; folders of theirs too. */
const LEFT_BY_PROGRAMS = /^(?:\.|thumbs\.db$|desktop\.ini$|~\$|__macosx$)|\.(?:ed|rd|sr|wr)\.lock$/i;

/**
 * Puts together what belongs together; everything else stays a file of its own, in its order. A shapefile needs its shapes and one part more: shapes alone
 * are told of by whoever reads them.
 * @example roads.shp, roads.dbf, trees.csv: the archive `roads.shp.zip` of two parts, and trees.csv
 */
export function together(given: readonly GivenFile[]): (File | Bundle)[] {
  const bundles = new Map<string, { name: string; parts: { path: string; file: File }[] }>();
  const all = given.map((one): File | string => {
    const { key, name, path } = geodatabasePart(one) ?? shapefilePart(one) ?? {};
    if (key === undefined || name === undefined || path === undefined) return one.file;
    const bundle = bundles.get(key) ?? { name, parts: [] };
    bundles.set(key, bundle);
    // The parts of a shapefile may be spelled in several ways: it is called like its shapes, whichever comes first.
    if (/\.shp$/i.test(path)) bundle.name = name;
    bundle.parts.push({ path, file: one.file });
    return key;
  });
  const seen = new Set<string>();
  return all.flatMap((one) => {
    if (typeof one !== 'string') return one;
    const bundle = bundles.get(one);
    if (bundle === undefined || seen.has(one)) return [];
    seen.add(one);
    if (!isWhole(bundle)) return bundle.parts.map(({ file }) => file);
    // In whatever order they are chosen the next time, the archive is the same.
    return { ...bundle, parts: bundle.parts.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  });
}

/** Whether nobody means to add a file or folder that lies in dropped folders. Programs that have data open say so in files beside it. */
export function isLeftByPrograms(name: string, folders: readonly string[]): boolean {
  return LEFT_BY_PROGRAMS.test(name) || (/\.lock$/i.test(name) && folders.some(isGeodatabase));
}

const isGeodatabase = (folder: string): boolean => /\.gdb$/i.test(folder);

interface Part {
  /** Equal for the parts of one thing. */
  key: string;
  name: string;
  path: string;
}

function geodatabasePart({ file, folders }: GivenFile): Part | undefined {
  const at = folders.findIndex(isGeodatabase);
  if (at < 0) return undefined;
  const key = `${folders.slice(0, at + 1).join('/')}/`;
  return { key, name: `${folders[at]}.zip`, path: [...folders.slice(at), file.name].join('/') };
}

function shapefilePart({ file, folders }: GivenFile): Part | undefined {
  const ending = SHAPEFILE_PARTS.find((part) => file.name.toLowerCase().endsWith(`.${part}`) && file.name.length > part.length + 1);
  if (ending === undefined) return undefined;
  const stem = file.name.slice(0, -ending.length - 1);
  return { key: [...folders, stem.toLowerCase()].join('/'), name: `${stem}.shp.zip`, path: file.name };
}

function isWhole({ name, parts }: Bundle): boolean {
  if (!name.endsWith('.shp.zip')) return true;
  const names = new Set(parts.map(({ path }) => path.toLowerCase()));
  // Files of several folders can be dropped as one heap: which of two shapes a table belongs to cannot be told then.
  return names.size === parts.length && parts.length > 1 && parts.some(({ path }) => /\.shp$/i.test(path));
}
