// The field for one question of a template.
import type { Question } from '@graticule/contract/documents/app-configuration';
import { ColorInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { itemQuery } from '../../api/item-query.ts';
import { numberIn } from '../../features/field-kinds.ts';
import { NumberField } from '../../features/NumberField.tsx';
import { useBadNumber } from '../../features/use-number-text.ts';
import { HtmlEditor } from '../../item-actions/HtmlEditor.tsx';
import { ItemSelect } from '../../item-actions/ItemSelect.tsx';
import { useTranslate } from '../../language/use-language.ts';

const LONGEST_TEXT = 10_000;

interface Props {
  question: Question;
  /** Of any shape: another client may have written it. */
  answer: unknown;
  onAnswer: (answer: unknown) => void;
}

/** An answer of another shape than the question's shows as none, and stays until it is changed. */
export function QuestionField({ question, answer, onAnswer }: Props) {
  const { kind, placeholder } = question;
  const label = <bdi>{question.label}</bdi>;
  const texts = { label, description: question.hint || undefined, placeholder: placeholder || undefined };
  const text = typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';
  switch (kind) {
    case 'switch':
      return (
        <Switch
          label={label}
          description={question.hint || undefined}
          checked={answer === true}
          onChange={(event) => onAnswer(event.currentTarget.checked)}
        />
      );
    case 'number':
      return <NumberAnswer question={question} texts={texts} answer={answer} onAnswer={onAnswer} />;
    case 'choice':
      return <Choice question={question} answer={answer} onAnswer={onAnswer} />;
    case 'colour':
      return <ColorInput {...texts} format="hex" dir="ltr" value={text} onChange={onAnswer} />;
    case 'webmap':
      return <MapChoice question={question} id={text} onAnswer={onAnswer} />;
    case 'html':
      return <HtmlEditor label={question.label} initial={text} onChange={onAnswer} />;
    case 'paragraphs':
      return (
        <Textarea
          {...texts}
          autosize
          minRows={3}
          maxRows={12}
          dir="auto"
          maxLength={LONGEST_TEXT}
          value={text}
          onChange={(event) => onAnswer(event.currentTarget.value)}
        />
      );
    case 'text':
      return (
        <TextInput {...texts} dir="auto" maxLength={LONGEST_TEXT} value={text} onChange={(event) => onAnswer(event.currentTarget.value)} />
      );
  }
}

interface NumberProps extends Props {
  texts: { label: ReactNode; description: string | undefined; placeholder: string | undefined };
}

/** What is no number, or lies outside the range, is told and no answer. */
function NumberAnswer({ question: { min, max, places }, texts, answer, onAnswer }: NumberProps) {
  const t = useTranslate();
  const badNumber = useBadNumber();
  const [typed, setTyped] = useState('');
  const numberOf = (text: string) => {
    const number = numberIn(text);
    return number === undefined || places === undefined ? number : Number(number.toFixed(Math.min(Math.max(places, 0), 100)));
  };
  const fits = (number: number) => number >= (min ?? number) && number <= (max ?? number);
  const given = typeof answer === 'number' ? answer : numberIn(typeof answer === 'string' ? answer : '');
  const number = numberOf(typed);
  // what was typed stays until the answer is another one
  const isTyped = given === undefined ? number === undefined || !fits(number) : given === number;
  const text = isTyped ? typed : String(given ?? '');
  const wrong = text !== '' && (numberOf(text) === undefined ? badNumber(text) : given === undefined && t('item.field.bad-range'));
  return (
    <NumberField
      {...texts}
      value={text}
      error={wrong}
      onChange={(next) => {
        setTyped(next);
        const asked = numberOf(next);
        onAnswer(asked !== undefined && fits(asked) ? asked : undefined);
      }}
      onBlur={() => given !== undefined && setTyped(String(given))}
    />
  );
}

/** The values are chosen by their place: numbers and words may look the same. */
function Choice({ question: { label, hint, placeholder, options }, answer, onAnswer }: Props) {
  const at = options.findIndex(({ value }) => value === answer);
  return (
    <Select
      label={<bdi>{label}</bdi>}
      description={hint || undefined}
      placeholder={placeholder || undefined}
      searchable={options.length > 10}
      value={at < 0 ? null : String(at)}
      onChange={(next) => onAnswer(next === null ? undefined : options[Number(next)]?.value)}
      data={options.map((option, i) => ({ value: String(i), label: option.label }))}
    />
  );
}

interface MapChoiceProps {
  question: Question;
  /** Id of the map; empty for none. */
  id: string;
  onAnswer: (id: string | undefined) => void;
}

/** A map that is gone, or that this person may not see, is named by its id. */
function MapChoice({ question, id, onAnswer }: MapChoiceProps) {
  const t = useTranslate();
  const { data, error } = useQuery({ ...itemQuery(id), enabled: id !== '', retry: false });
  const isLost = id !== '' && error !== null;
  return (
    <ItemSelect
      label={question.label}
      description={isLost ? t('item.configure.map-lost', { id }) : question.hint || undefined}
      none={t('item.app.no-map')}
      kind={'type:"Web Map"'}
      chosen={id === '' ? undefined : data}
      onChoose={(map) => onAnswer(map?.id)}
    />
  );
}
