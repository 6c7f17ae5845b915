// What the results are narrowed to, each with a way to remove it.
import { IconX } from '@tabler/icons-react';
import { useTypeLabel } from '../../items/type-label.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './ChosenFilters.module.css';
import type { SearchChoices } from './search-params.ts';

interface Props {
  choices: SearchChoices;
  onChoose: (changes: Record<string, string | readonly string[] | undefined>) => void;
}

/** Each is one button as a whole, so that it is easily hit and reached by keyboard; nothing while all items are shown. */
export function ChosenFilters({ choices, onChoose }: Props) {
  const t = useTranslate();
  const typeLabel = useTypeLabel();
  if (choices.isGroups || choices.isPeople) return null;
  const chosen = [
    ...(choices.owner ? [{ label: t('shell.owner', { name: choices.owner }), clear: { owner: undefined } }] : []),
    ...(choices.type ? [{ label: typeLabel(choices.type), clear: { type: undefined } }] : []),
    ...(choices.access ? [{ label: t(`shell.access.${choices.access}`), clear: { access: undefined } }] : []),
    ...(choices.bbox ? [{ label: t('search.in-area', { box: choices.bbox.replaceAll(',', ' ') }), clear: { bbox: undefined } }] : []),
    ...choices.tags.map((tag) => ({ label: tag, clear: { tag: choices.tags.filter((each) => each !== tag) } })),
  ];
  if (chosen.length === 0) return null;
  return (
    <div className={classes.chosen}>
      {chosen.map(({ label, clear }) => (
        <button key={label} type="button" aria-label={t('search.remove', { name: label })} onClick={() => onChoose(clear)}>
          <bdi>{label}</bdi>
          <IconX size={14} aria-hidden />
        </button>
      ))}
    </div>
  );
}
