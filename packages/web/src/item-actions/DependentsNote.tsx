// Says what would break if items were deleted: maps, apps and views that use them, groups that show them.
import type { Item } from '@graticule/contract/content/item';
import { Alert, Loader, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useErrorWords } from '../api/error-words.ts';
import { TypeIcon } from '../items/TypeIcon.tsx';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import classes from './DependentsNote.module.css';
import { useDependents } from './use-dependents.ts';

/** Named at most; the others are counted. */
const SHOWN = 20;

/** Nothing when nothing breaks. */
export function DependentsNote({ items }: { items: readonly Item[] }) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const { data, error } = useDependents(items);
  if (error) return <Alert color="ochre">{t('item.dependents.unknown', { reason: words(error).text })}</Alert>;
  if (!data) {
    return (
      <Text size="sm" c="dimmed" role="status">
        <Loader size={14} me="xs" />
        {t('item.dependents.checking')}
      </Text>
    );
  }
  const unnamed = data.hiddenItems + Math.max(0, data.items.length - SHOWN);
  const broken = data.items.length + data.hiddenItems;
  if (broken === 0 && data.groups.length + data.hiddenGroups === 0) return null;
  return (
    <div className={classes.note} role="status">
      {broken > 0 && (
        <Alert color="vermilion" title={t('item.dependents.items', { count: broken })}>
          <ul className={classes.list}>
            {data.items.slice(0, SHOWN).map((item) => (
              <li key={item.id}>
                <TypeIcon type={item.type} size={16} />
                <Link to={paths.item(item.id)} target="_blank">
                  <bdi>{item.title}</bdi>
                </Link>
              </li>
            ))}
          </ul>
          {unnamed > 0 && <p className={classes.more}>{t('item.dependents.more', { count: unnamed })}</p>}
        </Alert>
      )}
      {data.groups.length + data.hiddenGroups > 0 && (
        <Text size="sm">
          {t('item.dependents.groups', {
            count: data.groups.length + data.hiddenGroups,
            names: format.list(data.groups.slice(0, SHOWN).map((group) => group.title)),
          })}
        </Text>
      )}
    </div>
  );
}
