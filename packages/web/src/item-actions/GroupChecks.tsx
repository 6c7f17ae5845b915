// The groups of a person, each to be ticked; many of them are looked through by name.
import type { Group } from '@graticule/contract/community/group';
import { Checkbox, Skeleton, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useErrorWords } from '../api/error-words.ts';
import { useTranslate } from '../language/use-language.ts';
import classes from './ShareDialog.module.css';

/** From here on a group is looked for rather than seen. */
const MANY = 8;

interface Props {
  /** Undefined until they are known. */
  known: readonly Pick<Group, 'id' | 'title'>[] | undefined;
  /** Why they are not known. */
  error?: Error | null;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** What is ticked stays in sight whatever is looked for. */
export function GroupChecks({ known, error, chosen, onChange }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const [wanted, setWanted] = useState('');
  const word = wanted.trim().toLocaleLowerCase();
  const shown = known?.filter(({ id, title }) => chosen.includes(id) || title.toLocaleLowerCase().includes(word));
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange} label={t('share.groups')} mt="lg">
      {(known?.length ?? 0) > MANY && (
        <TextInput
          mt="xs"
          aria-label={t('share.find-group')}
          placeholder={t('share.find-group')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <div className={classes.groups}>
        {!shown && !error && <Skeleton className={classes.waiting} />}
        {!shown && error && (
          <Text size="sm" c="vermilion" role="alert">
            {words(error).text}
          </Text>
        )}
        {shown?.map((group) => (
          <Checkbox key={group.id} value={group.id} label={<bdi>{group.title}</bdi>} />
        ))}
        {shown?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t(known?.length === 0 ? 'share.no-groups' : 'share.no-group-found')}
          </Text>
        )}
      </div>
    </Checkbox.Group>
  );
}
