// Chooses the area of a search: a box drawn on a small map, or its edges in degrees.
import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type PointerEvent, useState } from 'react';
import { degreesTyped } from '../../features/typed-number.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { WORLD_OUTLINE } from '../../items/world-outline.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './AreaDialog.module.css';
import { type Box, boxBetween, heightOf, readBox, viewAround, WORLD, zoomed } from './area-box.ts';

interface Props {
  bbox: string | undefined;
  onChoose: (bbox: string | undefined) => void;
  onClose: () => void;
}

const EDGES = ['west', 'south', 'east', 'north'] as const;

/** Everything that the pointer does can be typed too. */
export function AreaDialog({ bbox, onChoose, onClose }: Props) {
  const t = useTranslate();
  const [box, setBox] = useState<(number | undefined)[]>([...(readBox(bbox) ?? [])]);
  const [view, setView] = useState(() => (readBox(bbox) ? viewAround(readBox(bbox) as Box) : WORLD));
  const [start, setStart] = useState<readonly [number, number]>();
  const whole = readBox(EDGES.map((_, i) => box[i] ?? Number.NaN).join(','));
  const at = (event: PointerEvent): readonly [number, number] => {
    const frame = event.currentTarget.getBoundingClientRect();
    return [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
  };
  const line = view.width / 360;
  return (
    <ActionDialog
      title={t('search.area.title')}
      submit={t('search.area.apply')}
      size={720}
      isBusy={false}
      isDisabled={whole === undefined}
      onSubmit={() => whole && onChoose(whole.join(','))}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('search.area.hint')}
      </Text>
      <div className={classes.map}>
        <svg
          viewBox={`${view.x} ${view.y} ${view.width} ${heightOf(view)}`}
          aria-hidden="true"
          data-testid="area-map"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setStart(at(event));
          }}
          onPointerMove={(event) => start && setBox([...boxBetween(view, start, at(event))])}
          onPointerUp={() => setStart(undefined)}
          onPointerCancel={() => setStart(undefined)}
        >
          <path d={WORLD_OUTLINE} className={classes.land} strokeWidth={line} />
          {whole && (
            <rect
              x={whole[0] + 180}
              y={90 - whole[3]}
              width={whole[2] - whole[0]}
              height={whole[3] - whole[1]}
              className={classes.box}
              strokeWidth={line * 2}
            />
          )}
        </svg>
        <div className={classes.zoom}>
          <ActionIcon variant="default" size={40} aria-label={t('search.area.nearer')} onClick={() => setView(zoomed(view, 0.5))}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size={40} aria-label={t('search.area.farther')} onClick={() => setView(zoomed(view, 2))}>
            <IconMinus size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <Group grow mt="md" gap="sm">
        {EDGES.map((edge, i) => (
          <Edge
            key={edge}
            label={t(`search.area.${edge}`)}
            limit={i % 2 === 0 ? 180 : 90}
            degrees={box[i]}
            onChange={(degrees) => setBox(EDGES.map((_, at) => (at === i ? degrees : box[at])))}
          />
        ))}
      </Group>
    </ActionDialog>
  );
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
      error={isWrong && t('search.area.bad-degrees', { limit: String(limit) })}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(within(value));
      }}
    />
  );
}
