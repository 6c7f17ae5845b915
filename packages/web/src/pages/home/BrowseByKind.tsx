// Ways into the content by kind.
import { Title } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { TypeIcon } from '../../items/TypeIcon.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import classes from './HomePage.module.css';

const KINDS = [
  { type: 'Web Map', focus: 'maps', label: 'shell.search.maps' },
  { type: 'Feature Service', focus: 'layers', label: 'shell.search.layers' },
  { type: 'Web Mapping Application', focus: 'apps', label: 'shell.search.apps' },
  { type: 'CSV', focus: 'files', label: 'shell.search.files' },
] as const;

/** A strip of links to the search page, and to the groups. */
export function BrowseByKind() {
  const t = useTranslate();
  return (
    <section aria-labelledby="kinds">
      <div className={classes.head}>
        <Title order={2} id="kinds" className={classes.heading}>
          {t('home.browse')}
        </Title>
      </div>
      <ul className={classes.kinds}>
        {KINDS.map(({ type, focus, label }) => (
          <li key={focus}>
            <Link to={paths.search({ t: 'content', focus })}>
              <TypeIcon type={type} size={22} />
              {t(label)}
            </Link>
          </li>
        ))}
        <li>
          <Link to={paths.groups()}>
            <IconUsersGroup size={22} stroke={1.75} aria-hidden />
            {t('shell.search.groups')}
          </Link>
        </li>
      </ul>
    </section>
  );
}
