// Another name for a file whose name is taken.

/** `roads.shp.zip` becomes `roads (2).shp.zip`, and that `roads (3).shp.zip`. */
export function nextFileName(name: string): string {
  const [, stem = name, ending = ''] = /^(.+?)((?:\.(?:shp|gdb))?\.[^.]+)?$/i.exec(name) ?? [];
  const [, base = stem, number] = /^(.*?) \((\d+)\)$/.exec(stem) ?? [];
  return `${base} (${number === undefined ? 2 : Number(number) + 1})${ending}`;
}
