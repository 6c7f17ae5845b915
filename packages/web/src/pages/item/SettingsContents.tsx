// The parts of the settings of a layer, to go to one of them: there are more than a window shows.
import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import classes from './ItemTabs.module.css';

/** Beside the settings; folded above them where there is no room. */
export function SettingsContents({ settings }: { settings: RefObject<HTMLElement | null> }) {
  const t = useTranslate();
  const titles = useTitles(settings);
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const list = (
    <ul>
      {titles.map((title, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have their places, and nothing of their own
        <li key={at}>
          <button type="button" onClick={() => goTo(partsOf(settings.current)[at])}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className={classes.contents} aria-label={t('item.settings.contents')}>
      {isWide ? (
        list
      ) : (
        <details>
          <summary>{t('item.settings.contents')}</summary>
          {list}
        </details>
      )}
    </nav>
  );
}

function partsOf(settings: HTMLElement | null): HTMLElement[] {
  return [...(settings?.querySelectorAll<HTMLElement>(':scope > fieldset:has(> legend)') ?? [])];
}

/** Whoever goes on with keys goes on from there. */
function goTo(part: HTMLElement | undefined): void {
  if (part === undefined) return;
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: 'start' });
}

/** Parts come once what they show is known. */
function useTitles(settings: RefObject<HTMLElement | null>): readonly string[] {
  const [titles, setTitles] = useState<readonly string[]>([]);
  useEffect(() => {
    const element = settings.current;
    if (element === null) return;
    const read = () => {
      const now = partsOf(element).map((part) => part.querySelector('legend')?.textContent ?? '');
      setTitles((before) => (before.join('\n') === now.join('\n') ? before : now));
    };
    read();
    const watcher = new MutationObserver(read);
    watcher.observe(element, { childList: true, subtree: true, characterData: true });
    return () => watcher.disconnect();
  }, [settings]);
  return titles;
}
