// What a KML file holds that no layer has a place for, counted for its warnings.
import { type Sentence, sentence } from '../sentence.ts';
import { PointValues } from './point-values.ts';
import { someOf } from './some-of.ts';

/** How things look, and from where: such elements are passed over with all that is in them. */
const DRAWING = new Set(['Style', 'StyleMap', 'LookAt', 'Camera', 'Region']);
const UNHELD = new Set(['Model', 'GroundOverlay', 'PhotoOverlay', 'ScreenOverlay', 'Tour']);
/** What folders and documents may say, as placemarks do. */
const OF_FOLDERS = new Set(['description', 'Snippet', 'snippet', 'address', 'phoneNumber', 'when', 'begin', 'end', 'value', 'SimpleData']);
/** What is no word of a placemark, or says how it is drawn or shown in a list. */
const QUIET = new Set(
  ['coordinates', 'coord', 'when', 'altitudeMode', 'tessellate', 'extrude', 'drawOrder', 'interpolate', 'open', 'visibility'].concat(
    'balloonVisibility',
    'displayName',
  ),
);
const MOST_NAMES = 1000;

/** Counts what is passed over. */
export class KmlLeft {
  /** Moments of points of tracks. */
  moments = 0;
  /** Columns for what is called like something else in its placemark. */
  readonly apart = new Set<string>();
  /** Other values of points of tracks. */
  readonly ofPoints = new PointValues();
  /** Lines of a single point and holes without an inside, beside other parts that remain. */
  short = 0;
  /** Positions of lines and rings that got a height from others. */
  heights = 0;
  /** Placemarks whose heights are above the ground, and stand beside heights above the sea. */
  aboveGround = 0;
  /** Links to other files. */
  private links = 0;
  /** Models and pictures, which no layer holds. */
  private shapes = 0;
  private readonly drawing = new Set<string>();
  private readonly ofFolders = new Set<string>();
  private elements = 0;
  private readonly elementNames = new Set<string>();

  /** Whether an element is passed over with all that is in it. */
  passes(name: string): boolean {
    // Updates of other files are theirs.
    if (name === 'NetworkLink' || name === 'NetworkLinkControl') this.links++;
    else if (UNHELD.has(name)) this.shapes++;
    else if (DRAWING.has(name)) this.drawing.add(name);
    else return false;
    return true;
  }

  /** What hides a placemark, or draws walls below it. */
  looks(name: string, words: string): void {
    if ((name === 'visibility' && /^(0|false)$/.test(words)) || (name === 'extrude' && /^(1|true)$/.test(words))) this.drawing.add(name);
  }

  /** A text of a folder, or of the document. */
  ofFolder(name: string): void {
    if (OF_FOLDERS.has(name) || name === 'author' || name === 'link') this.ofFolders.add(name);
  }

  /** A text of a placemark that no column takes. */
  element(name: string): void {
    if (QUIET.has(name)) return;
    this.elements++;
    if (this.elementNames.size < MOST_NAMES) this.elementNames.add(name.slice(0, 40));
  }

  warnings(): Sentence[] {
    const list = (names: ReadonlySet<string>): string => someOf([...names]);
    const counted = { 'links-left': this.links, 'shapes-left': this.shapes, 'parts-short': this.short } as const;
    const more = { 'heights-between': this.heights, 'heights-above-ground': this.aboveGround, 'track-times': this.moments } as const;
    return [
      ...(this.apart.size > 0 ? [sentence('data-apart', { columns: list(this.apart) })] : []),
      ...[...Object.entries(counted), ...Object.entries(more)].flatMap(([code, count]) =>
        count > 0 ? [sentence(code as keyof typeof counted | keyof typeof more, { count })] : [],
      ),
      ...this.ofPoints.warnings(),
      ...(this.elements > 0 ? [sentence('elements-left', { count: this.elements, names: list(this.elementNames) })] : []),
      ...(this.ofFolders.size > 0 ? [sentence('folder-words', { names: list(this.ofFolders) })] : []),
      ...(this.drawing.size > 0 ? [sentence('drawing-left', { names: list(this.drawing) })] : []),
    ];
  }
}
