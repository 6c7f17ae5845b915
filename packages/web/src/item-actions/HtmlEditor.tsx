// A small editor of formatted text that keeps only clean HTML.
import { ActionIcon, Group, Select, TextInput } from '@mantine/core';
import { IconBold, IconClearFormatting, IconItalic, IconLink, IconList, IconListNumbers, IconUnderline } from '@tabler/icons-react';
import { type ClipboardEvent, type CSSProperties, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { asHtml } from '../html/as-html.ts';
import { cleanHtml } from '../html/clean-html.ts';
import { useTranslate } from '../language/use-language.ts';
import { useFocusAfter } from '../ui/focus-after.ts';
import classes from './HtmlEditor.module.css';

/** Height of the text until it grows. */
const TEXT_HEIGHT = { '--text-height': '140px' } as CSSProperties;

/** Sizes of type that are offered. @source CO-171 */
export const FONT_SIZES = [2, 3, 4, 5, 6] as const;

const COMMANDS = [
  { command: 'bold', Icon: IconBold },
  { command: 'italic', Icon: IconItalic },
  { command: 'underline', Icon: IconUnderline },
  { command: 'insertUnorderedList', Icon: IconList },
  { command: 'insertOrderedList', Icon: IconListNumbers },
  { command: 'removeFormat', Icon: IconClearFormatting },
] as const;

interface Props {
  label: string;
  /** The text at the start; later changes of it are not read. */
  initial: string;
  onChange: (html: string) => void;
}

/** What is typed, pasted or dropped is cleaned by the same list as what is shown. */
export function HtmlEditor({ label, initial, onChange }: Props) {
  const t = useTranslate();
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState<string>();
  const selected = useRef<Range>(undefined);
  const focusAfter = useFocusAfter();
  // written once: a later write would move the caret of the person who types
  const given = useRef(initial);
  const written = useRef('');
  useEffect(() => {
    if (field.current) field.current.innerHTML = cleanHtml(asHtml(given.current));
    written.current = cleanedOf(field.current);
  }, []);
  const tell = () => {
    const html = cleanedOf(field.current);
    // what was typed and taken back is no change, however else it is spelled here
    onChange(html === written.current ? given.current : html);
  };
  const goBack = () => {
    field.current?.focus();
    restore(selected.current);
  };
  const run = (command: string, value?: string) => {
    goBack();
    // the only way to edit formatted text that every browser has and that can be undone
    document.execCommand(command, false, value);
    tell();
  };
  const keep = () => {
    const selection = document.getSelection();
    if (selection?.rangeCount && field.current?.contains(selection.anchorNode)) selected.current = selection.getRangeAt(0).cloneRange();
  };
  const paste = (event: ClipboardEvent) => {
    const html = event.clipboardData.getData('text/html');
    if (!html) return;
    event.preventDefault();
    document.execCommand('insertHTML', false, cleanHtml(html));
  };
  const link = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const typed = (address ?? '').trim();
    const href = /^(https?:|mailto:)/i.test(typed) ? typed : `https://${typed}`;
    if (typed !== '' && URL.canParse(href)) run('createLink', href);
    setAddress(undefined);
  };
  return (
    <div>
      <span className={classes.label} id={id}>
        {label}
      </span>
      <div className={classes.box}>
        <Tools onRun={run} onLink={() => setAddress(address === undefined ? '' : undefined)} />
        {address !== undefined && (
          <TextInput
            className={classes.link}
            aria-label={t('item.editor.address')}
            placeholder="https://"
            dir="ltr"
            data-autofocus
            autoFocus
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') link(event);
              if (event.key === 'Escape') {
                // the box goes with the focus
                focusAfter(() => void goBack());
                setAddress(undefined);
              }
            }}
            // the dialog leaves Escape to the box
            data-mantine-stop-propagation="true"
            onBlur={link}
          />
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: no element edits formatted text */}
        <div
          ref={field}
          className={classes.text}
          style={TEXT_HEIGHT}
          role="textbox"
          tabIndex={0}
          aria-multiline
          aria-labelledby={id}
          dir="auto"
          contentEditable
          suppressContentEditableWarning
          onInput={tell}
          onBlur={keep}
          onKeyUp={keep}
          onMouseUp={keep}
          onPaste={paste}
        />
      </div>
    </div>
  );
}

function Tools({ onRun, onLink }: { onRun: (command: string, value?: string) => void; onLink: () => void }) {
  const t = useTranslate();
  const button = { variant: 'subtle', color: 'gray', size: 36 } as const;
  return (
    <Group gap={2} className={classes.tools} role="toolbar" aria-label={t('item.editor.tools')}>
      {COMMANDS.map(({ command, Icon }) => (
        <ActionIcon
          key={command}
          {...button}
          aria-label={t(`item.editor.${command}`)}
          title={t(`item.editor.${command}`)}
          // the text keeps its selection
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onRun(command)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
      <ActionIcon {...button} aria-label={t('item.editor.createLink')} title={t('item.editor.createLink')} onClick={onLink}>
        <IconLink size={18} aria-hidden />
      </ActionIcon>
      <Select
        aria-label={t('item.editor.fontSize')}
        placeholder={t('item.editor.fontSize')}
        w={130}
        data={FONT_SIZES.map(String)}
        value={null}
        onChange={(size) => size && onRun('fontSize', size)}
      />
    </Group>
  );
}

/** Clean HTML of what stands in the field; nothing for a field that only looks empty. */
function cleanedOf(element: HTMLElement | null): string {
  const html = cleanHtml(element?.innerHTML ?? '');
  const hasContent = /<(img|hr|table)\b/i.test(html) || html.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() !== '';
  return hasContent ? html : '';
}

function restore(range: Range | undefined): void {
  const selection = document.getSelection();
  if (!range || !selection) return;
  selection.removeAllRanges();
  selection.addRange(range);
}
