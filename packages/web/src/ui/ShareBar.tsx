// A bar that shows how much of some work is done.
import { Progress, type ProgressRootProps } from '@mantine/core';
import { useFormat } from '../language/use-language.ts';

interface Props extends Pick<ProgressRootProps, 'size' | 'className' | 'mt'> {
  /** Names the bar. */
  label: string;
  /** 0 to 1; undefined while it is not known: the bar moves, and no number is read out. */
  share: number | undefined;
  color?: string | undefined;
}

/** Numbers are read out as they are shown: whole, and in the language of the page. */
export function ShareBar({ label, share, color, ...more }: Props) {
  const format = useFormat();
  const percent = share === undefined ? undefined : Math.floor(Math.min(Math.max(share, 0), 1) * 100 + 1e-9);
  const far =
    percent === undefined ? {} : { 'aria-valuenow': percent, 'aria-valuetext': format.number(percent / 100, { style: 'percent' }) };
  return (
    <Progress.Root {...more}>
      <Progress.Section
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...far}
        value={percent ?? 100}
        animated={percent === undefined}
        {...(color === undefined ? {} : { color })}
      />
    </Progress.Root>
  );
}
