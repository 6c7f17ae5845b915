// What the symbols on the map mean, topmost layer first.
import { flattenLayers, type OperationalLayer } from '@graticule/contract/documents/web-map';
import { Text } from '@mantine/core';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { type Legend, type LegendEntry, type LegendRamp, legendOf } from '../../map/legend.ts';
import { useViewer, type Viewer } from '../viewer-context.ts';
import classes from './Legend.module.css';
import { LegendSwatch } from './LegendSwatch.tsx';

/** Visible layers that have a legend. */
export function LegendPanel() {
  const t = useTranslate();
  const { map, engine } = useViewer();
  const legends = [...flattenLayers(map.operationalLayers.filter((layer) => layer.visibility !== false))]
    .reverse()
    .filter((layer) => layer.visibility !== false && layer.showLegend !== false)
    .flatMap((layer) => {
      const legend = legendFor(layer, engine);
      return legend ? [{ layer, legend }] : [];
    });
  if (legends.length === 0) return <Text c="dimmed">{t('viewer.legend.empty')}</Text>;
  return (
    <div className={classes.legends}>
      {legends.map(({ layer, legend }) => (
        <section key={layer.id}>
          <h3 className={classes.title}>{layer.title}</h3>
          <LegendOfLayer legend={legend} />
        </section>
      ))}
    </div>
  );
}

function legendFor(layer: OperationalLayer, engine: Viewer['engine']): Legend | undefined {
  const state = engine?.layerState(layer.id);
  if (state?.status !== 'ready') return undefined;
  const renderer = state.opened.renderer?.(layer);
  return renderer && state.opened.kind ? legendOf(renderer, state.opened.kind) : undefined;
}

function LegendOfLayer({ legend }: { legend: Legend }) {
  const format = useFormat();
  const size = Math.min(36, Math.max(22, ...legend.entries.map((entry) => entry.swatch.size)));
  return (
    <>
      {legend.ramp && <Ramp ramp={legend.ramp} />}
      {entryGroups(legend.entries).map(({ heading, entries }) => (
        <div key={`${heading ?? ''}: ${entries[0]?.label}`}>
          {heading !== undefined && <h4 className={classes.subtitle}>{heading}</h4>}
          <ul className={classes.entries}>
            {entries.map((entry) => (
              <li key={entry.label}>
                <LegendSwatch swatch={entry.swatch} box={size} />
                <span>{entry.label}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {legend.sizes && legend.sizes.entries.length > 0 && (
        <>
          {legend.sizes.title && <p className={classes.subtitle}>{legend.sizes.title}</p>}
          <ul className={classes.entries}>
            {legend.sizes.entries.map(({ value, swatch }) => (
              <li key={value}>
                <LegendSwatch swatch={swatch} box={48} />
                <span className="tabular">{format.number(value)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Neighbours that stand below the same heading. */
function entryGroups(all: readonly LegendEntry[]): { heading: string | undefined; entries: LegendEntry[] }[] {
  const groups: { heading: string | undefined; entries: LegendEntry[] }[] = [];
  for (const entry of all) {
    const last = groups.at(-1);
    if (last && last.heading === entry.heading) last.entries.push(entry);
    else groups.push({ heading: entry.heading, entries: [entry] });
  }
  return groups;
}

function Ramp({ ramp }: { ramp: LegendRamp }) {
  const t = useTranslate();
  const format = useFormat();
  const stops = ramp.stops.map(({ at, color }) => `${color} ${Math.round(at * 100)}%`).join(', ');
  return (
    <div className={classes.ramp}>
      <div className={classes.band} style={{ '--stops': stops } as React.CSSProperties} />
      <div className={classes.ends}>
        <span>{ramp.low === undefined ? t('viewer.legend.low') : format.number(ramp.low)}</span>
        <span>{ramp.high === undefined ? t('viewer.legend.high') : format.number(ramp.high)}</span>
      </div>
    </div>
  );
}
