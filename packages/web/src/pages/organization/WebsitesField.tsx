// The websites whose apps may use the portal for those who are signed in.
import { Textarea } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { readOrigins } from './trusted-origins.ts';

/** The field while it is filled in. */
interface Websites {
  input: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  /** Shown as wrong: no address of a website. */
  wrong: string | undefined;
  /** What is to be saved; undefined where nothing is new. */
  changed: string[] | undefined;
  /** Whether all lines are addresses; leads to the first that is none. */
  check: () => boolean;
  /** Shows what was saved. */
  tidy: () => void;
}

export function useWebsites(saved: readonly string[]): Websites {
  const input = useRef<HTMLTextAreaElement>(null);
  // what somebody else saved since the page was opened is not taken back by who changes something else
  const [before, setBefore] = useState(saved);
  const [text, setText] = useState(saved.join('\n'));
  const [isChecked, setChecked] = useState(false);
  const { origins, wrong } = readOrigins(text);
  return {
    input,
    text,
    setText: (next) => {
      setText(next);
      setChecked(false);
    },
    wrong: isChecked ? wrong : undefined,
    changed: origins.join() === before.join() ? undefined : origins,
    check: () => {
      setChecked(true);
      if (wrong !== undefined) input.current?.focus();
      return wrong === undefined;
    },
    tidy: () => {
      setText(origins.join('\n'));
      setBefore(origins);
    },
  };
}

/** One address on each line. */
export function WebsitesField({ websites }: { websites: Websites }) {
  const t = useTranslate();
  return (
    <Textarea
      ref={websites.input}
      label={t('people.org-websites')}
      description={t('people.org-websites-hint')}
      placeholder="https://maps.example.org"
      autosize
      minRows={2}
      maxRows={10}
      spellCheck={false}
      dir="ltr"
      value={websites.text}
      error={websites.wrong !== undefined && t('people.org-websites-wrong', { value: websites.wrong })}
      onChange={(event) => websites.setText(event.currentTarget.value)}
    />
  );
}
