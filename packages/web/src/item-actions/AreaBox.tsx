// A box drawn on a small map, or typed by its edges in degrees.
import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type PointerEvent, useState } from 'react';
import { degreesTyped } from '../features/typed-number.ts';
import { WORLD_OUTLINE } from '../items/world-outline.ts';
import { useTranslate } from '../language/use-language.ts';
import classes from './AreaBox.module.css';
import { type Box, boxBetween, type Edges, heightOf, viewAround, WORLD, wholeBox, zoomed } from './area-box.ts';

const EDGES = ['west', 'south', 'east', 'north'] as const;

/** Everything that the pointer does can be typed too. The map begins with the box, else with what is `around`. */
export function AreaBox({ edges, around, onChange }: { edges: Edges; around?: Box | undefined; onChange: (edges: Edges) => void }) {
  const t = useTranslate();
  const whole = wholeBox(edges);
  const first = whole ?? around;
  const [view, setView] = useState(() => (first ? viewAround(first) : WORLD));
  const [start, setStart] = useState<readonly [number, number]>();
  const at = (event: PointerEvent): readonly [number, number] => {
    const frame = event.currentTarget.getBoundingClientRect();
    return [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
  };
  const line = view.width / 360;
  return (
    <>
      <div className={classes.map}>
        <svg
          viewBox={`${view.x} ${view.y} ${view.width} ${heightOf(view)}`}
          aria-hidden="true"
          data-testid="area-map"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setStart(at(event));
          }}
          onPointerMove={(event) => start && onChange([...boxBetween(view, start, at(event))])}
          onPointerUp={() => setStart(undefined)}
          onPointerCancel={() => setStart(undefined)}
        >
          <path d={WORLD_OUTLINE} className={classes.land} strokeWidth={line} />
          {around && <Rectangle box={around} className={classes.around} />}
          {whole && <Rectangle box={whole} className={classes.box} strokeWidth={line * 2} />}
        </svg>
        <div className={classes.zoom}>
          <ActionIcon variant="default" size={40} aria-label={t('shell.area.nearer')} onClick={() => setView(zoomed(view, 0.5))}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size={40} aria-label={t('shell.area.farther')} onClick={() => setView(zoomed(view, 2))}>
            <IconMinus size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <Group grow mt="md" gap="sm">
        {EDGES.map((edge, i) => (
          <Edge
            key={edge}
            label={t(`shell.area.${edge}`)}
            limit={i % 2 === 0 ? 180 : 90}
            degrees={edges[i]}
            onChange={(degrees) => onChange(EDGES.map((_, at) => (at === i ? degrees : edges[at])))}
          />
        ))}
      </Group>
    </>
  );
}

function Rectangle({ box, className, strokeWidth }: { box: Box; className: string | undefined; strokeWidth?: number }) {
  const [west, south, east, north] = box;
  return <rect x={west + 180} y={90 - north} width={east - west} height={north - south} className={className} strokeWidth={strokeWidth} />;
}

interface EdgeProps {
  label: string;
  /** The most degrees, to either side. */
  limit: number;
  degrees: number | undefined;
  onChange: (degrees: number | undefined) => void;
}

/** What is typed stays as it is until a box is drawn. */
function Edge({ label, limit, degrees, onChange }: EdgeProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const within = (text: string) => {
    const value = degreesTyped(text);
    return value !== undefined && Math.abs(value) <= limit ? value : undefined;
  };
  const text = within(typed) === degrees ? typed : degrees === undefined ? '' : `${Math.round(degrees * 1e4) / 1e4}°`;
  const isWrong = text.trim() !== '' && within(text) === undefined;
  return (
    <TextInput
      label={label}
      dir="ltr"
      inputMode="decimal"
      value={text}
      error={isWrong && t('shell.area.bad-degrees', { limit: String(limit) })}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(within(value));
      }}
    />
  );
}
