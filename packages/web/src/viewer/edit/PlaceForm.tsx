// The coordinates of a vertex, to be typed.
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { degreesTyped } from '../../features/typed-number.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './Edit.module.css';

/** Takes coordinates when the field is left or Enter is pressed. */
export function PlaceForm({ at, onMove }: { at: readonly [number, number]; onMove: (at: [number, number]) => void }) {
  const t = useTranslate();
  const written = (value: number) => String(Math.round(value * 1e7) / 1e7);
  const home = at[0] - 360 * Math.floor((at[0] + 180) / 360);
  const [typed, setTyped] = useState({ x: written(at[0] === 180 ? 180 : home), y: written(at[1]) });
  const [isWrong, setWrong] = useState(false);
  const type = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setWrong(false);
  };
  const apply = () => {
    const [x, y] = [degreesTyped(typed.x), degreesTyped(typed.y)];
    if (x === undefined || y === undefined || Math.abs(x) > 180 || Math.abs(y) > 90) return setWrong(true);
    const isSame = written(home) === written(x) && written(at[1]) === written(y);
    if (!isSame) onMove([x, y]);
  };
  const shared = { dir: 'ltr', inputMode: 'decimal', onBlur: apply } as const;
  return (
    <form
      className={classes.coordinates}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput {...shared} label={t('edit.longitude')} value={typed.x} onChange={(event) => type({ x: event.currentTarget.value })} />
      <TextInput {...shared} label={t('edit.latitude')} value={typed.y} onChange={(event) => type({ y: event.currentTarget.value })} />
      {isWrong && (
        <Text size="sm" c="vermilion" role="alert">
          {t('edit.bad-place')}
        </Text>
      )}
      {/* Enter in either field */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
    </form>
  );
}
