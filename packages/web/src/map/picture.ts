// Pictures of the map, for the thumbnails of saved maps.
import type { Map as LibraryMap } from 'maplibre-gl';

/** A picture of the map as it is, cut to the shape asked for. @units pixels */
export function pictureOf(map: LibraryMap, width: number, height: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    // the drawing buffer can be read only right after a frame
    map.once('render', () => {
      const source = map.getCanvas();
      const target = document.createElement('canvas');
      target.width = width;
      target.height = height;
      const scale = Math.max(width / source.width, height / source.height);
      const [w, h] = [source.width * scale, source.height * scale];
      target.getContext('2d')?.drawImage(source, (width - w) / 2, (height - h) / 2, w, h);
      target.toBlob(resolve, 'image/png');
    });
    map.triggerRepaint();
  });
}
