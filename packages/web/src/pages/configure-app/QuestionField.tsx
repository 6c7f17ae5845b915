// The field for one question of a template.
import type { Question } from '@graticule/contract/documents/app-configuration';
import { ColorInput, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { itemQuery } from '../../api/item-query.ts';
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
      return (
        <NumberInput
          {...texts}
          {...(question.min === undefined ? {} : { min: question.min })}
          {...(question.max === undefined ? {} : { max: question.max })}
          {...(question.places === undefined ? {} : { decimalScale: question.places })}
          value={text === '' ? '' : Number(text)}
          onChange={(value) => onAnswer(typeof value === 'number' ? value : undefined)}
        />
      );
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
