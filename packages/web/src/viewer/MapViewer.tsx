// The map viewer: bar, rail with panels, map, pop-up; the map document and its history stand here.
import type { Item } from '@graticule/contract/content/item';
import { getItem } from '@graticule/contract/content/items';
import type { WebMap } from '@graticule/contract/documents/web-map';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../api/call.ts';
import { useTranslate } from '../language/use-language.ts';
import type { MapEngine } from '../map/engine.ts';
import type { EngineEvents } from '../map/engine-options.ts';
import type { Hit } from '../map/hits.ts';
import { paths } from '../paths.ts';
import { StatePage } from '../ui/StatePage.tsx';
import { hasKeptDraft } from './edit/kept-draft.ts';
import type { DoneEdit } from './edit/save-draft.ts';
import { historyReducer, isUnsaved, openHistory } from './history.ts';
import { keepMap } from './kept-map.ts';
import { MapButtons } from './MapButtons.tsx';
import { MapCanvas } from './MapCanvas.tsx';
import { MapNotes } from './MapNotes.tsx';
import classes from './MapViewer.module.css';
import { type MapRequest, requestKey } from './open-map.ts';
import { type NumberedMap, openedMapKey } from './opened-map-query.ts';
import { PlaceSearch } from './PlaceSearch.tsx';
import { PopupPanel } from './PopupPanel.tsx';
import { type PanelId, Rail, usePanel } from './Rail.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { ViewerBar } from './ViewerBar.tsx';
import { type Editing, type Picked, pickedOf, type Viewer, ViewerProvider } from './viewer-context.ts';

interface Props {
  opened: NumberedMap;
  request: MapRequest;
}

/** Keeps its state as long as the same map is open. */
export function MapViewer({ opened, request }: Props) {
  const t = useTranslate();
  const [history, dispatch] = useReducer(historyReducer, openHistory(opened.document, !opened.isRestored));
  const [engine, setEngine] = useState<MapEngine>();
  const [layerRevision, addRevision] = useReducer((count: number) => count + 1, 0);
  const [picked, setPicked] = useState<Picked>();
  const [isLoading, setLoading] = useState(false);
  const [isUnsupported, setUnsupported] = useState(false);
  const name = requestKey(request);
  const [panel, setPanel] = usePanel(request.isEditing || hasKeptDraft(name) ? 'edit' : undefined);
  const editing = useEditing(panel, setPanel, setPicked);
  const saved = useSaved(opened, (map) => dispatch({ type: 'saved', map }));

  const change = useCallback(
    (edit: (map: WebMap) => WebMap, key?: string) => dispatch({ type: 'change', change: edit, ...(key ? { key } : {}) }),
    [],
  );
  const map = history.present;
  const viewer: Viewer = useMemo(
    () => ({ map, item: opened.item, engine, layerRevision, change, picked, pick: setPicked, editing, name }),
    [map, opened.item, engine, layerRevision, change, picked, editing, name],
  );
  const events: EngineEvents = {
    click: (hits) => (editing.isOpen ? editing.setClicked(hits) : setPicked(pickedOf(hits))),
    loading: setLoading,
    layerState: addRevision,
  };
  const client = useQueryClient();
  const discard = () => {
    keepMap(name, undefined);
    void client.resetQueries({ queryKey: openedMapKey(request) });
  };
  const isDirty = isUnsaved(history);

  return (
    <ViewerProvider value={viewer}>
      <section className={classes.viewer} aria-label={opened.item?.title ?? t('viewer.untitled')}>
        <ViewerBar
          isUnsaved={isDirty}
          canUndo={history.past.length > 0}
          canRedo={history.future.length > 0}
          onUndo={() => dispatch({ type: 'undo' })}
          onRedo={() => dispatch({ type: 'redo' })}
          onSaved={saved}
          hasKeys={!editing.isBusy}
        />
        <div className={classes.body}>
          <Rail open={panel} onChoose={setPanel} />
          <div className={classes.stage} data-picked={picked ? true : undefined}>
            {isUnsupported ? (
              <StatePage isInline title={t('viewer.no-webgl.title')} text={t('viewer.no-webgl')} />
            ) : (
              <>
                <MapCanvas map={map} events={events} onEngine={setEngine} onUnsupported={() => setUnsupported(true)} />
                <div
                  className={isLoading ? classes.busy : classes.idle}
                  role="status"
                  aria-label={isLoading ? t('shell.loading') : undefined}
                />
                <PlaceSearch />
                <MapNotes notes={opened.notes} isRestored={opened.isRestored} onDiscard={discard} />
                <MapButtons />
                <PopupPanel />
              </>
            )}
          </div>
        </div>
        <UnsavedGuard name={name} map={map} isUnsaved={isDirty} />
      </section>
    </ViewerProvider>
  );
}

/** Opening the panel of editing closes the pop-up, which lies over the map. */
function useEditing(panel: PanelId | undefined, setPanel: (id: PanelId) => void, pick: (picked: undefined) => void): Editing {
  const [clicked, setClicked] = useState<readonly Hit[]>();
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<readonly DoneEdit[]>([]);
  const isOpen = panel === 'edit';
  return useMemo(
    () => ({
      isOpen,
      clicked,
      setClicked,
      isBusy,
      setBusy,
      done,
      setDone,
      open: (hit) => {
        pick(undefined);
        setClicked(hit && [hit]);
        setPanel('edit');
      },
    }),
    [isOpen, clicked, isBusy, done, pick, setPanel],
  );
}

/** What happens once the map is saved: a new item takes the place of the old one in the address. */
function useSaved(opened: NumberedMap, onSaved: (map: WebMap) => void): (id: string, map: WebMap) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (id, map) => {
    onSaved(map);
    const item: Item = await call(getItem, { id });
    client.setQueryData(openedMapKey({ webmap: id, layers: undefined }), { ...opened, item, notes: [], isRestored: false });
    if (id !== opened.item?.id) void navigate(paths.mapViewer({ webmap: id }), { replace: true, state: { isSaved: true } });
  };
}
