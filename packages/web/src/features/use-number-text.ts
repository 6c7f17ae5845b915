// Numbers in inputs: typed in the language of the page, kept as machines write them.
import { useState } from 'react';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { figuresToType, figuresTyped, waysToType } from './typed-number.ts';

/** What stands in the input, and what is called with what is typed there. What is no number, or not asked for as one, is kept as it was typed. */
export function useNumberText(value: string, onChange: (value: string) => void, isNumber = true) {
  const { tag } = useFormat();
  const [typed, setTyped] = useState('');
  if (!isNumber) return { text: value, type: onChange };
  const kept = (text: string) => figuresTyped(text, tag) ?? text;
  return {
    text: value !== '' && kept(typed) === value ? typed : figuresToType(value, tag),
    type: (text: string) => {
      setTyped(text);
      onChange(kept(text));
    },
  };
}

/** Says of something typed that it is no number, and how those are typed that it may have meant. */
export function useBadNumber(): (text: string) => string {
  const t = useTranslate();
  const { tag } = useFormat();
  return (text) => {
    const [number, decimal] = waysToType(text, tag);
    if (number === undefined) return t('item.field.bad-number');
    return decimal === undefined ? t('item.field.write-number', { number }) : t('item.field.write-either', { number, decimal });
  };
}
