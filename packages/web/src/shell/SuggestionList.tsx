// The list below the search box.
import type { Suggestion } from '@graticule/contract/search';
import { IconUsersGroup } from '@tabler/icons-react';
import { TypeIcon } from '../items/TypeIcon.tsx';
import { useTypeLabel } from '../items/type-label.ts';
import { useTranslate } from '../language/use-language.ts';
import classes from './SearchBox.module.css';

interface Props {
  id: string;
  suggestions: readonly Suggestion[];
  active: number;
  onActive: (index: number) => void;
  onChoose: (suggestion: Suggestion) => void;
}

/** The focus stays in the box, which says which option is active. */
export function SuggestionList({ id, suggestions, active, onActive, onChoose }: Props) {
  const t = useTranslate();
  const typeLabel = useTypeLabel();
  return (
    <div id={id} role="listbox" aria-label={t('shell.search.suggestions')} className={classes.suggestions}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the box, where the focus is
        <div
          key={suggestion.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes.suggestion}
          // a press would take the focus out of the box and close the list before the click
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(index)}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.kind === 'group' ? <IconUsersGroup size={18} stroke={1.75} aria-hidden /> : <TypeIcon type={suggestion.type} />}
          <bdi className={classes.suggestionTitle}>{suggestion.title}</bdi>
          <small>{suggestion.kind === 'group' ? t('shell.search.group') : typeLabel(suggestion.type)}</small>
        </div>
      ))}
    </div>
  );
}
