// One symbol of a legend.
import type { Swatch } from '../../map/legend.ts';

/** Drawn in a box of its own, as large as the largest of its list. */
export function LegendSwatch({ swatch, box }: { swatch: Swatch; box: number }) {
  if (swatch.shape === 'picture')
    return <img src={swatch.picture} alt="" width={Math.min(box, swatch.size)} height={Math.min(box, swatch.size)} />;
  return (
    <svg
      width={box}
      height={box}
      viewBox={`${-box / 2} ${-box / 2} ${box} ${box}`}
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <Shape swatch={swatch} half={Math.min(swatch.size, box - 2) / 2} box={box} />
    </svg>
  );
}

function Shape({ swatch, half, box }: { swatch: Swatch; half: number; box: number }) {
  const dash = swatch.dashed ? '4 3' : undefined;
  const line = { fill: swatch.fill, stroke: swatch.stroke, strokeWidth: Math.min(swatch.strokeWidth, 6), strokeDasharray: dash };
  switch (swatch.shape) {
    case 'line':
      return <line x1={-box / 2} x2={box / 2} y1={0} y2={0} {...line} />;
    case 'fill':
      return <rect x={-box / 2 + 1} y={-box / 2 + 3} width={box - 2} height={box - 6} rx={2} {...line} />;
    case 'square':
      return <rect x={-half} y={-half} width={half * 2} height={half * 2} {...line} />;
    case 'diamond':
      return <path d={`M0 ${-half}L${half} 0L0 ${half}L${-half} 0Z`} {...line} />;
    case 'triangle':
      return <path d={`M0 ${-half}L${half} ${half * 0.8}L${-half} ${half * 0.8}Z`} {...line} />;
    case 'cross':
      return (
        <path
          d={`M0 ${-half}V${half}M${-half} 0H${half}`}
          {...line}
          stroke={swatch.stroke === 'none' ? swatch.fill : swatch.stroke}
          strokeWidth={2}
        />
      );
    case 'x':
      return (
        <path
          d={`M${-half} ${-half}L${half} ${half}M${-half} ${half}L${half} ${-half}`}
          {...line}
          stroke={swatch.stroke === 'none' ? swatch.fill : swatch.stroke}
          strokeWidth={2}
        />
      );
    default:
      return <circle r={half} {...line} />;
  }
}
