// The templates of one type: people who add a row choose among them, and each lets new rows begin with values of its own.
import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import classes from './TypeFields.module.css';
import { type DraftedType, MOST_TEMPLATES, type TypeDraft, templateName, withTemplate } from './type-drafts.ts';

interface Props {
  type: DraftedType;
  /** The place of the template that is shown. */
  at: number;
  onChoose: (at: number) => void;
  onChange: (draft: TypeDraft) => void;
}

/** A single template goes without a name of its own: it is called like its type. */
export function TypeTemplates({ type, at, onChoose, onChange }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const { draft } = type;
  const { templates } = draft;
  const names = templates.map((each) => templateName(type, each));
  const find = (selector: string) => () => box.current?.querySelector<HTMLElement>(selector);
  const add = () => {
    const proposed = Array.from({ length: templates.length + 1 }, (_, i) => `${type.name} ${format.number(i + 2)}`);
    focusAfter(find('[data-name]'));
    onChoose(templates.length);
    onChange({ ...draft, templates: [...templates, { name: proposed.find((each) => !names.includes(each)) ?? '', begins: {} }] });
  };
  const remove = () => {
    focusAfter(find(templates.length > 2 ? '[data-choice]' : '[data-add]'));
    onChoose(Math.max(0, at - 1));
    onChange({ ...draft, templates: templates.filter((_, i) => i !== at) });
  };
  return (
    <div ref={box} className={classes.templates}>
      {templates.length > 1 && (
        <>
          <Group grow align="flex-start" gap="sm">
            <Select
              data-choice
              label={t('item.types.template')}
              allowDeselect={false}
              data={names.map((name, i) => ({ value: String(i), label: name.trim() || type.name }))}
              value={String(at)}
              onChange={(value) => value !== null && onChoose(Number(value))}
            />
            <TextInput
              data-name
              label={t('item.types.template-name')}
              dir="auto"
              maxLength={250}
              placeholder={type.name}
              value={names[at] ?? ''}
              onChange={(event) => onChange(withTemplate(draft, at, { name: event.currentTarget.value }))}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {t('item.types.templates-hint')}
          </Text>
        </>
      )}
      <Group gap="sm">
        {templates.length < MOST_TEMPLATES && (
          <Button variant="default" size="compact-sm" data-add leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('item.types.template-add')}
          </Button>
        )}
        {templates.length > 1 && (
          <Button variant="default" size="compact-sm" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            {t('item.types.template-remove', { name: names[at]?.trim() || type.name })}
          </Button>
        )}
      </Group>
    </div>
  );
}
