// What somebody else wrote, and what a person wrote of the same thing, beside each other.
import type { ReactNode } from 'react';
import { useTranslate } from '../language/use-language.ts';
import classes from './TheirsAndMine.module.css';

interface Props {
  /** Missing where it is gone. */
  theirs?: ReactNode;
  /** Missing where it stands in a box of its own. */
  mine?: string | undefined;
}

/** Long texts are scrolled: the buttons that decide stay near. */
export function TheirsAndMine({ theirs, mine }: Props) {
  const t = useTranslate();
  return (
    <dl className={classes.both}>
      {theirs !== undefined && <Text name={t('item.changed.theirs')} text={theirs} />}
      {mine !== undefined && <Text name={t('item.changed.mine')} text={mine} />}
    </dl>
  );
}

/** Beyond so many letters, or lines, a text may be higher than its place on a phone. */
const LONG = { letters: 250, lines: 6 };

function Text({ name, text }: { name: string; text: ReactNode }) {
  const t = useTranslate();
  const isLong = typeof text === 'string' && (text.length > LONG.letters || text.split('\n').length > LONG.lines);
  return (
    <div>
      <dt>{name}</dt>
      {/* people scroll it with the keyboard */}
      <dd dir="auto" tabIndex={isLong ? 0 : undefined}>
        {text === '' ? <span className={classes.none}>{t('item.data.empty-text')}</span> : text}
      </dd>
    </div>
  );
}
