// The questions of a template with the answers of an app; title and map where the template asks nothing.
import type { Answers, Question, QuestionEntry, QuestionSection } from '@graticule/contract/documents/app-configuration';
import { Text } from '@mantine/core';
import { textOfHtml } from '../../items/snippet.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './ConfigureApp.module.css';
import { QuestionField } from './QuestionField.tsx';

interface Props {
  sections: readonly QuestionSection[] | undefined;
  answers: Answers;
  changed: ReadonlyMap<string, unknown>;
  onAnswer: (name: string, value: unknown) => void;
}

/** Texts of the template are shown as plain text, whatever its author wrote. */
export function Questions({ sections, answers, changed, onAnswer }: Props) {
  const t = useTranslate();
  const asked = sections ?? [{ title: '', entries: usual(t('item.app.map'), t('item.title')) }];
  const answerOf = (name: string): unknown => {
    if (changed.has(name)) return changed.get(name);
    return Object.hasOwn(answers, name) ? answers[name] : undefined;
  };
  const shown = (entry: QuestionEntry) =>
    entry.entry !== 'question' || entry.question.under === undefined || answerOf(entry.question.under) === true;
  return (
    <div className={classes.sections}>
      {sections === undefined && (
        <Text size="sm" c="dimmed">
          {t('item.configure.usual')}
        </Text>
      )}
      {asked.map(({ title, entries }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections never move
        <fieldset key={i} className={classes.section}>
          {title !== '' && (
            <legend className={classes.heading}>
              <bdi>{textOfHtml(title)}</bdi>
            </legend>
          )}
          {entries.filter(shown).map((entry, at) =>
            entry.entry === 'question' ? (
              <QuestionField
                key={entry.question.name}
                question={plain(entry.question, t('item.app.map'))}
                answer={answerOf(entry.question.name)}
                onAnswer={(value) => onAnswer(entry.question.name, value)}
              />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: what stands between questions has no name
              <Between key={at} entry={entry} />
            ),
          )}
        </fieldset>
      ))}
    </div>
  );
}

function Between({ entry }: { entry: Exclude<QuestionEntry, { entry: 'question' }> }) {
  const t = useTranslate();
  if (entry.entry === 'unknown') {
    return (
      <div>
        <Text size="sm" fw={560}>
          <bdi>{textOfHtml(entry.label) || entry.type}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t('item.configure.unknown')}
        </Text>
      </div>
    );
  }
  return entry.entry === 'heading' ? (
    <h3 className={classes.subheading}>
      <bdi>{textOfHtml(entry.text)}</bdi>
    </h3>
  ) : (
    <Text size="sm">
      <bdi>{textOfHtml(entry.text)}</bdi>
    </Text>
  );
}

function plain(question: Question, map: string): Question {
  const options = question.options.map(({ value, label }) => ({ value, label: textOfHtml(label) || String(value) }));
  return {
    ...question,
    label: textOfHtml(question.label) || (question.kind === 'webmap' ? map : question.name),
    hint: textOfHtml(question.hint),
    options,
  };
}

/** What every app that the portal makes is given. */
function usual(map: string, title: string): QuestionEntry[] {
  const common = { hint: '', placeholder: '', options: [], min: undefined, max: undefined, places: undefined, under: undefined };
  return [
    { entry: 'question', question: { ...common, kind: 'webmap', name: 'webmap', label: map } },
    { entry: 'question', question: { ...common, kind: 'text', name: 'title', label: title } },
  ];
}
