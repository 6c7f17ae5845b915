// Above a long list of fields: finds one by its words; ticks all of them or none where they are ticked.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';

/** From here on a field is looked for rather than seen. */
const MANY = 12;

type Named = Readonly<Record<'name' | 'alias', string>>;

/** What is looked for, and the fields whose words or names have it. */
export function useFoundFields<Field extends Named>(fields: readonly Field[]) {
  const [wanted, setWanted] = useState('');
  const word = wanted.trim().toLocaleLowerCase();
  const found = fields.filter(({ name, alias }) => `${alias} ${name}`.toLocaleLowerCase().includes(word));
  return {
    found,
    finder: { wanted, onWanted: (next: string) => setWanted(next), isMany: fields.length > MANY, isFound: found.length > 0 },
  };
}

interface Props {
  finder: ReturnType<typeof useFoundFields>['finder'];
  /** All or none of those that are found. */
  onAll?: () => void;
  onNone?: () => void;
}

/** Nothing above few fields. What only looks for something changes nothing of a form. */
export function FieldFinder({ finder: { wanted, onWanted, isMany, isFound }, onAll, onNone }: Props) {
  const t = useTranslate();
  if (!isMany) return null;
  return (
    <Group gap="xs">
      <TextInput
        type="search"
        data-keeps
        // in a narrow list it has a line of its own
        style={{ flex: '1 1 200px' }}
        aria-label={t('item.field.find')}
        placeholder={t('item.field.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={wanted}
        onChange={(event) => onWanted(event.currentTarget.value)}
        // it does not save the form in which it stands
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {onAll && (
        <Button variant="default" size="compact-sm" onClick={onAll}>
          {t('item.field.all')}
        </Button>
      )}
      {onNone && (
        <Button variant="default" size="compact-sm" onClick={onNone}>
          {t('item.field.none')}
        </Button>
      )}
      {/* always there, so that its words are read out when they come */}
      <Text role="status" size="sm" c="dimmed" w={isFound ? undefined : '100%'}>
        {!isFound && t('item.field.no-field-found')}
      </Text>
    </Group>
  );
}
