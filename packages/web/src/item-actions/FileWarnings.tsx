// What is to be known of a file before its rows are taken, in one note.
import { Alert } from '@mantine/core';
import { isSentence } from '../language/sentences.ts';
import { useSentences } from '../language/use-language.ts';
import classes from './FileWarnings.module.css';

/** Nothing where nothing was said. */
export function FileWarnings({ said }: { said: unknown }) {
  const say = useSentences();
  const warnings = Array.isArray(said) ? said.filter(isSentence) : [];
  const [first] = warnings;
  if (first === undefined) return null;
  return (
    <Alert color="ochre" mb="xs">
      {warnings.length === 1 ? (
        say(first)
      ) : (
        <ul className={classes.warnings}>
          {warnings.map((warning) => (
            <li key={warning.text}>{say(warning)}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
