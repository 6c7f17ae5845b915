// A sketch of a file's first features over the outline of the land: enough to see that they lie where they should.
import type { AnalyzeReply, FeatureCollection } from '@graticule/contract/content/publishing';
import { Alert, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { WORLD_OUTLINE } from '../items/world-outline.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import classes from './MapSketch.module.css';
import { previewFeatures } from './publish-layer.ts';
import { analysisReading, type Reading } from './reading.ts';
import { type Sketch, sketchOf } from './sketch.ts';

/** More would not be seen. */
const FEATURES = 1000;

interface Props {
  item: { id: string; owner: string; type: string; title: string };
  analysis: AnalyzeReply;
  reading: Reading;
}

/** Read by the same reader that publishing uses. */
export function MapSketch({ item, analysis, reading }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const asked = analysisReading(reading);
  const { data, error } = useQuery({
    queryKey: [...keys.itemPart(item.id, 'analysis'), 'preview', asked],
    queryFn: () => previewFeatures(item, analysis, asked, FEATURES),
    retry: false,
    staleTime: 300_000,
  });
  const sketch = useMemo(() => (data ? sketchOf(collected(data)) : undefined), [data]);
  if (error) {
    return (
      <Alert color="ochre" mt="xs">
        {words(error).text}
      </Alert>
    );
  }
  if (!data) return <Skeleton height={260} mt="xs" />;
  if (!sketch) {
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t('item.publish.nothing-to-draw')}
      </Text>
    );
  }
  return <Drawing sketch={sketch} label={t('item.publish.map-of', { title: item.title })} />;
}

function Drawing({ sketch, label }: { sketch: Sketch; label: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { view, points, lines, areas, count, isOffWorld } = sketch;
  const unit = view[2] / 100;
  return (
    <figure className={classes.figure}>
      <svg className={classes.map} viewBox={view.join(' ')} role="img" aria-label={label} preserveAspectRatio="xMidYMid meet">
        <path className={classes.land} d={WORLD_OUTLINE} />
        <path className={classes.area} d={areas} strokeWidth={unit * 0.25} />
        <path className={classes.line} d={lines} strokeWidth={unit * 0.5} />
        {points.map(([x, y]) => (
          <circle key={`${x} ${y}`} className={classes.point} cx={x} cy={y} r={unit * 0.8} strokeWidth={unit * 0.2} />
        ))}
      </svg>
      <figcaption className={classes.caption}>
        {t('item.publish.drawn', { count, shown: format.number(count) })}
        {isOffWorld && <strong> {t('item.publish.off-world')}</strong>}
      </figcaption>
    </figure>
  );
}

function collected(collection: FeatureCollection): Record<string, unknown>[] {
  return collection.layers.flatMap((layer) => layer.featureSet.features.flatMap((feature) => (feature.geometry ? [feature.geometry] : [])));
}
