// Finds a place by name and goes there.
import { findAddressCandidates, suggestPlaces } from '@graticule/contract/services/geocode-server';
import { Autocomplete, CloseButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorWords } from '../api/error-words.ts';
import { useLanguage, useTranslate } from '../language/use-language.ts';
import classes from './MapViewer.module.css';
import { useViewer } from './viewer-context.ts';

const SHORTEST = 2;
const MOST = 6;
/** The built-in basemap has nothing to show closer than this. */
const CLOSEST_ZOOM = 8.5;

/** Suggestions while typing; Enter takes the best match. */
export function PlaceSearch() {
  const t = useTranslate();
  const words = useErrorWords();
  const { tag } = useLanguage();
  const { engine } = useViewer();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const [typed] = useDebouncedValue(text.trim(), 180);
  const { data } = useQuery({
    queryKey: ['places', tag, typed],
    queryFn: () => call(suggestPlaces, { text: typed, maxSuggestions: MOST, langCode: tag }),
    enabled: typed.length >= SHORTEST,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const suggestions = typed.length >= SHORTEST ? (data?.suggestions ?? []) : [];
  const going = useMutation({
    mutationFn: async (name: string) => {
      const magicKey = suggestions.find((each) => each.text === name)?.magicKey;
      const reply = await call(findAddressCandidates, {
        SingleLine: name,
        maxLocations: 1,
        outFields: '*',
        outSR: '4326',
        langCode: tag,
        ...(magicKey ? { magicKey } : {}),
      });
      return reply.candidates[0];
    },
    onSuccess: (found, name) => {
      if (!found) {
        notifications.show({ message: t('viewer.places.none', { name }), color: 'ochre' });
        return;
      }
      setText(found.address);
      input.current?.blur();
      engine?.markPlace([found.location.x, found.location.y]);
      const { xmin, ymin, xmax, ymax } = found.extent ?? {};
      const box = [xmin, ymin, xmax, ymax].map(Number);
      const [west, south, east, north] = box;
      if (west !== undefined && south !== undefined && east !== undefined && north !== undefined && box.every(Number.isFinite))
        engine?.camera.fit(
          [
            [west, south],
            [east, north],
          ],
          24,
          CLOSEST_ZOOM,
        );
      else engine?.camera.goTo([found.location.x, found.location.y], CLOSEST_ZOOM);
    },
    onError: (error) => notifications.show({ message: words(error).text, color: 'vermilion' }),
  });
  const clear = () => {
    setText('');
    engine?.markPlace(undefined);
  };
  return (
    <search className={classes.places}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '')
            going.mutate(suggestions[0] && !suggestions.some((each) => each.text === text) ? suggestions[0].text : text.trim());
        }}
      >
        <Autocomplete
          ref={input}
          aria-label={t('viewer.places')}
          placeholder={t('viewer.places')}
          size="md"
          data={[...new Set(suggestions.map((each) => each.text))]}
          filter={({ options }) => options}
          limit={MOST}
          value={text}
          onChange={setText}
          onOptionSubmit={(name) => going.mutate(name)}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={text === '' ? null : <CloseButton aria-label={t('viewer.places.clear')} onClick={clear} />}
          comboboxProps={{ withinPortal: true, shadow: 'md' }}
        />
      </form>
    </search>
  );
}
