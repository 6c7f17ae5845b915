// The values that a field may have, a line for each: what is kept, and what people see. Long lists have pages, and are looked through.
import { ActionIcon, Button, Pagination, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { numberIn } from '../../features/field-kinds.ts';
import { NumberField } from '../../features/NumberField.tsx';
import { useBadNumber } from '../../features/use-number-text.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import classes from './FieldValues.module.css';

/** A value as it is typed; numbers as machines write them. */
export interface Listed {
  code: string;
  name: string;
  /** Where it was before, for whoever has to know the line again. */
  was?: number;
}

/** A line in which nothing is typed yet. */
export const BLANK: Listed = { code: '', name: '' };

const PER_PAGE = 50;

interface Props<L extends Listed> {
  listed: readonly L[];
  isNumber: boolean;
  /** What a line more is called. */
  more?: string;
  /** What else can be done with a line, by its place. */
  tool?: (line: L, at: number) => ReactNode;
  onChange: (listed: readonly L[]) => void;
}

/** Only the lines of one page are drawn: lists of thousands of values are common. */
export function ListedValues<L extends Listed>({ listed, isNumber, more, tool, onChange }: Props<L>) {
  const t = useTranslate();
  const format = useFormat();
  const [sought, setSought] = useState('');
  // Places in the list, as they were found: a line stays in sight while it is changed to something else.
  const [found, setFound] = useState<readonly number[]>();
  const [page, setPage] = useState(1);
  const lines = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();

  const places = found ?? listed.map((_, i) => i);
  const pages = Math.max(1, Math.ceil(places.length / PER_PAGE));
  const current = Math.min(page, pages);
  const start = (current - 1) * PER_PAGE;
  const shown = places.slice(start, start + PER_PAGE);
  const isLong = listed.length > PER_PAGE || sought !== '';
  const all = (selector: string) => [...(lines.current?.querySelectorAll<HTMLElement>(selector) ?? [])];

  const seek = (text: string) => {
    const word = text.trim().toLocaleLowerCase();
    const fits = ({ code, name }: Listed) => code.toLocaleLowerCase().includes(word) || name.toLocaleLowerCase().includes(word);
    setSought(text);
    setFound(word === '' ? undefined : listed.flatMap((each, i) => (fits(each) ? [i] : [])));
    setPage(1);
  };
  const remove = (at: number, line: number) => {
    // the next line takes this place; the last one hands on to the one before, which may be on another page
    const next = Math.max(0, Math.min(start + line, places.length - 2));
    focusAfter(() => all('[data-remove]')[next % PER_PAGE] ?? all('input')[0]);
    setFound(found?.filter((place) => place !== at).map((place) => (place > at ? place - 1 : place)));
    onChange(listed.length > 1 ? listed.filter((_, i) => i !== at) : [BLANK as L]);
  };
  const add = () => {
    focusAfter(() => all('[data-code]').at(-1));
    seek('');
    setPage(Math.ceil((listed.length + 1) / PER_PAGE));
    onChange([...listed, BLANK as L]);
  };

  return (
    <div className={classes.list} ref={lines}>
      {isLong && (
        <TextInput
          type="search"
          data-keeps
          aria-label={t('item.field.find-value')}
          placeholder={t('item.field.find-value')}
          leftSection={<IconSearch size={16} aria-hidden />}
          className={classes.find}
          value={sought}
          onChange={(event) => seek(event.currentTarget.value)}
          // it does not save what is being looked through
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {shown.map((at, line) => (
        <Line
          key={at}
          number={format.number(at + 1)}
          listed={listed[at] ?? BLANK}
          isNumber={isNumber}
          onChange={(part) => onChange(listed.map((each, i) => (i === at ? { ...each, ...part } : each)))}
          tool={tool?.(listed[at] ?? (BLANK as L), at)}
          onRemove={() => remove(at, line)}
        />
      ))}
      {isLong && (
        <div className={classes.pages} data-keeps>
          <Text size="sm" c="dimmed" role="status" className="tabular">
            {shown.length === 0
              ? t('item.field.no-value-found')
              : t('shell.paging.range', {
                  from: format.number(start + 1),
                  to: format.number(start + shown.length),
                  total: format.number(places.length),
                })}
          </Text>
          {pages > 1 && (
            <Pagination
              aria-label={t('shell.paging')}
              siblings={0}
              total={pages}
              value={current}
              onChange={setPage}
              getControlProps={(control) => ({ 'aria-label': t(control === 'previous' ? 'shell.paging.previous' : 'shell.paging.next') })}
            />
          )}
        </div>
      )}
      <Button variant="default" size="compact-sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {more ?? t('item.field.add-value')}
      </Button>
    </div>
  );
}

interface LineProps {
  /** Its place in the whole list. */
  number: string;
  listed: Listed;
  isNumber: boolean;
  tool: ReactNode;
  onChange: (part: Partial<Listed>) => void;
  onRemove: () => void;
}

function Line({ number, listed: { code, name }, isNumber, tool, onChange, onRemove }: LineProps) {
  const t = useTranslate();
  const badNumber = useBadNumber();
  const asked = { 'data-code': true, 'aria-label': t('item.field.code-of', { number }), placeholder: t('item.field.code') };
  return (
    <div className={classes.line} data-tooled={tool !== undefined || undefined}>
      {isNumber ? (
        <NumberField
          {...asked}
          value={code}
          error={code !== '' && numberIn(code) === undefined && badNumber(code)}
          onChange={(next) => onChange({ code: next })}
        />
      ) : (
        <TextInput {...asked} dir="auto" value={code} onChange={(event) => onChange({ code: event.currentTarget.value })} />
      )}
      <TextInput
        aria-label={t('item.field.label-of', { number })}
        placeholder={code || t('item.field.alias')}
        dir="auto"
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {tool}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        data-remove
        aria-label={t('item.field.remove-value', { number })}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
