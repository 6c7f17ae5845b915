// The text of the search box, with suggestions below it.
import type { Suggestion } from '@graticule/contract/search';
import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, lazy, type RefObject, Suspense, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { ensureMessages } from '../language/language-store.ts';
import { useTranslate } from '../language/use-language.ts';
import classes from './SearchBox.module.css';
import type { SearchFilter } from './search-filters.ts';
import { suggestionAddress, useSuggestions } from './use-suggestions.ts';

const SuggestionList = lazy(async () => {
  const [list] = await Promise.all([import('./SuggestionList.tsx'), ensureMessages(['item-types'])]);
  return { default: list.SuggestionList };
});

interface Props {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  filter: SearchFilter;
  onText: (text: string) => void;
  /** An arrow key was pressed while there are no suggestions. */
  onStep: (step: 1 | -1) => void;
  /** A suggestion was opened. */
  onOpened: () => void;
}

/** Arrow keys move through the suggestions, and leave to the caller what they do while there are none. @source CO-019, CO-020 */
export function SearchInput({ input, text, filter, onText, onStep, onOpened }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [isTyping, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const suggestions = useSuggestions(text, filter, isTyping);
  const isOpen = suggestions.length > 0;
  const chosen = suggestions[active];

  const close = () => {
    setTyping(false);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    onText('');
    onOpened();
    void navigate(suggestionAddress(suggestion));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      if (!chosen) return close();
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      // the browser would empty the box, a drawer around it would close
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive(nextActive(active, step, suggestions.length));
      else onStep(step);
    }
  };

  return (
    <>
      <input
        ref={input}
        className={classes.input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={text}
        placeholder={t('shell.search.placeholder')}
        role="combobox"
        aria-label={t('shell.search')}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={chosen ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setActive(-1);
          setTyping(true);
        }}
        onBlur={close}
        onKeyDown={press}
      />
      {isOpen && (
        <Suspense>
          <SuggestionList id={listId} suggestions={suggestions} active={active} onActive={setActive} onChoose={choose} />
        </Suspense>
      )}
      <VisuallyHidden role="status">{isOpen ? t('shell.search.suggested', { count: suggestions.length }) : ''}</VisuallyHidden>
    </>
  );
}

/** Round and round through the suggestions and the text itself, which is -1. */
function nextActive(active: number, step: 1 | -1, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}
