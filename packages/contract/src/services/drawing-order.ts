// In which order the layers of a service are drawn.

const HEIGHT: Readonly<Record<string, number>> = { esriGeometryPolygon: 0, esriGeometryPolyline: 1 };

/**
 * The layers of a service, bottom first: the first of a kind lies on top of the others, as clients of feature services draw them. Layers of one file are in the order
 * of the file, where areas would hide the lines and points that happen to come after them; so areas lie below lines, and both below points.
 * @example areas, points, lines, more areas: more areas, areas, lines, points
 */
export function bottomFirst<Layer extends { geometryType?: string | null | undefined }>(layers: readonly Layer[]): Layer[] {
  const height = ({ geometryType }: Layer): number => HEIGHT[geometryType ?? ''] ?? 2;
  return [...layers].reverse().sort((a, b) => height(a) - height(b));
}
