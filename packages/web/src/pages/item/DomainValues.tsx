// The values that a field may have: those of a list open on demand, two numbers stand there at once.
import type { WireField } from '@graticule/contract/services/layer';
import { useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './ItemPage.module.css';

/** Nothing for a field that may have any. */
export function DomainValues({ field: { domain } }: { field: Pick<WireField, 'domain'> }) {
  const t = useTranslate();
  const format = useFormat();
  if (domain?.type === 'range') {
    const [from, to] = domain.range;
    return t('item.field.range', { from: format.number(from), to: format.number(to) });
  }
  if (domain?.type !== 'codedValue') return null;
  return <Codes codes={domain.codedValues} />;
}

/** Drawn once it is opened: a layer may have hundreds of long lists, of its fields and again of each of its types. */
function Codes({ codes }: { codes: readonly { code: string | number; name: string }[] }) {
  const t = useTranslate();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('item.field.codes', { count: codes.length, shown: format.number(codes.length) })}</summary>
      {isOpen && (
        <ul className={classes.codes}>
          {codes.map(({ code, name }) => (
            <li key={code}>
              <bdi>{name}</bdi> <small dir="ltr">{String(code)}</small>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
