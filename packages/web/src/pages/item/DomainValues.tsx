// The values that a field may have: those of a list open on demand, two numbers stand there at once.
import type { WireField } from '@graticule/contract/services/layer';
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
  return (
    <details>
      <summary>{t('item.field.codes', { count: domain.codedValues.length, shown: format.number(domain.codedValues.length) })}</summary>
      <ul className={classes.codes}>
        {domain.codedValues.map(({ code, name }) => (
          <li key={code}>
            <bdi>{name}</bdi> <small dir="ltr">{String(code)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
