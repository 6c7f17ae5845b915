// Colour ramps as clients describe them: from one colour to another, or several such ramps one after the other.
import { z } from 'zod';

/** Red, green, blue and opacity, each to 255. */
export type Colour = [number, number, number, number];
type Three = [number, number, number];

const channel = z.number().min(0).max(255);
const colour = z.union([z.tuple([channel, channel, channel]), z.tuple([channel, channel, channel, channel])]);
const algorithmic = z.looseObject({
  type: z.literal('algorithmic'),
  fromColor: colour,
  toColor: colour,
  algorithm: z.enum(['esriHSVAlgorithm', 'esriCIELabAlgorithm', 'esriLabLChAlgorithm']).default('esriHSVAlgorithm'),
});
const multipart = z.looseObject({ type: z.literal('multipart'), colorRamps: z.array(algorithmic).min(1).max(100) });

export const colourRamp = z.discriminatedUnion('type', [algorithmic, multipart]);
export type ColourRamp = z.infer<typeof colourRamp>;

/** The colour of one of several classes: the first has the first colour, the last the last. */
export function rampColour(ramp: ColourRamp, index: number, count: number): Colour {
  const share = count <= 1 ? 0 : index / (count - 1);
  const parts = ramp.type === 'multipart' ? ramp.colorRamps : [ramp];
  const at = Math.min(Math.floor(share * parts.length), parts.length - 1);
  const part = parts[at] as z.infer<typeof algorithmic>;
  return between(part, share * parts.length - at);
}

function between({ fromColor, toColor, algorithm }: z.infer<typeof algorithmic>, share: number): Colour {
  const [from, to] = [fromColor.slice(0, 3) as Three, toColor.slice(0, 3) as Three];
  const opacity = mixed(fromColor[3] ?? 255, toColor[3] ?? 255, share);
  const mix = { esriHSVAlgorithm: inHsv, esriCIELabAlgorithm: inLab, esriLabLChAlgorithm: inLch }[algorithm];
  // The ends are themselves, whatever is lost on the way there and back.
  const [red, green, blue] = share <= 0 ? from : share >= 1 ? to : mix(from, to, share);
  const whole = (value: number): number => Math.round(Math.min(255, Math.max(0, value)));
  return [whole(red), whole(green), whole(blue), whole(opacity)];
}

function mixed(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Around a wheel the shorter way; a grey has no place there, and takes that of the other. */
function mixedAngle(from: number | null, to: number | null, share: number): number {
  const [start, end] = [from ?? to ?? 0, to ?? from ?? 0];
  const turn = ((end - start + 540) % 360) - 180;
  return (start + turn * share + 360) % 360;
}

function inHsv(from: Three, to: Three, share: number): Three {
  const [a, b] = [hsvOf(from), hsvOf(to)];
  const hue = mixedAngle(a.hue, b.hue, share);
  const saturation = mixed(a.saturation, b.saturation, share);
  const value = mixed(a.value, b.value, share);
  const part = (shift: number): number => {
    const k = (shift + hue / 60) % 6;
    return value * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return [part(5), part(3), part(1)];
}

function hsvOf([red, green, blue]: Three): { hue: number | null; saturation: number; value: number } {
  const value = Math.max(red, green, blue);
  const range = value - Math.min(red, green, blue);
  if (range === 0) return { hue: null, saturation: 0, value };
  const sixth = value === red ? (green - blue) / range : value === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return { hue: (sixth * 60 + 360) % 360, saturation: range / value, value };
}

function inLab(from: Three, to: Three, share: number): Three {
  const [a, b] = [labOf(from), labOf(to)];
  return rgbOfLab([mixed(a[0], b[0], share), mixed(a[1], b[1], share), mixed(a[2], b[2], share)]);
}

/** As in Lab, but around the wheel of its hues. */
function inLch(from: Three, to: Three, share: number): Three {
  const [a, b] = [labOf(from), labOf(to)];
  const chroma = ([, x, y]: Three): number => Math.hypot(x, y);
  const hue = (lab: Three): number | null => (chroma(lab) < 0.01 ? null : (Math.atan2(lab[2], lab[1]) * 180) / Math.PI);
  const angle = (mixedAngle(hue(a), hue(b), share) * Math.PI) / 180;
  const radius = mixed(chroma(a), chroma(b), share);
  return rgbOfLab([mixed(a[0], b[0], share), radius * Math.cos(angle), radius * Math.sin(angle)]);
}

/** The white of daylight (D65). */
const WHITE: Three = [0.95047, 1, 1.08883];
const EDGE = 6 / 29;

function labOf(colour: Three): Three {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Three;
  const light: Three = [
    0.4124 * red + 0.3576 * green + 0.1805 * blue,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    0.0193 * red + 0.1192 * green + 0.9505 * blue,
  ];
  const [x, y, z] = light.map((value, at) => {
    const part = value / (WHITE[at] ?? 1);
    return part > EDGE ** 3 ? Math.cbrt(part) : part / (3 * EDGE ** 2) + 4 / 29;
  }) as Three;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function rgbOfLab([lightness, a, b]: Three): Three {
  const middle = (lightness + 16) / 116;
  const [x, y, z] = [middle + a / 500, middle, middle - b / 200].map(
    (part, at) => (WHITE[at] ?? 1) * (part > EDGE ? part ** 3 : 3 * EDGE ** 2 * (part - 4 / 29)),
  ) as Three;
  const linear: Three = [3.2406 * x - 1.5372 * y - 0.4986 * z, -0.9689 * x + 1.8758 * y + 0.0415 * z, 0.0557 * x - 0.204 * y + 1.057 * z];
  return linear.map((value) => 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)) as Three;
}
