// One layer of the list: shown or not, name, order, opacity, and what went wrong.
import { flattenLayers, type OperationalLayer } from '@graticule/contract/documents/web-map';
import { removeLayer, setOpacity, setTitle, setVisibility } from '@graticule/contract/documents/web-map-edit';
import { ActionIcon, Anchor, Loader, Menu, Slider, Text, TextInput } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconEye,
  IconEyeOff,
  IconFocus2,
  IconGripVertical,
  IconInfoCircle,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../viewer-context.ts';
import classes from './Layers.module.css';

interface Props {
  layer: OperationalLayer;
  position: { index: number; count: number };
  /** By how many places, down is positive. */
  onMove: (by: number) => void;
  onDrag: (isDragged: boolean) => void;
}

/** The handle takes arrow keys; everything is in the menu too. */
export function LayerRow({ layer, position, onMove, onDrag }: Props) {
  const t = useTranslate();
  const { change } = useViewer();
  const [isRenaming, setRenaming] = useState(false);
  const isShown = layer.visibility !== false;
  const title = layer.title || t('viewer.layer.unnamed');
  return (
    <div className={classes.row} data-hidden={!isShown || undefined}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.grip}
          draggable
          aria-label={t('viewer.layer.reorder', { title })}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', layer.id);
            onDrag(true);
          }}
          onDragEnd={() => onDrag(false)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            onMove(event.key === 'ArrowUp' ? -1 : 1);
          }}
        >
          <IconGripVertical size={18} aria-hidden />
        </button>
        {isRenaming ? (
          <Rename
            title={layer.title}
            onDone={(name) => {
              setRenaming(false);
              if (name !== undefined && name !== layer.title) change((map) => setTitle(map, layer.id, name));
            }}
          />
        ) : (
          <span className={classes.name} title={title}>
            {title}
          </span>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-pressed={isShown}
          aria-label={t('viewer.layer.show', { title })}
          onClick={() => change((map) => setVisibility(map, layer.id, !isShown))}
        >
          {isShown ? <IconEye size={20} aria-hidden /> : <IconEyeOff size={20} aria-hidden />}
        </ActionIcon>
        <RowMenu layer={layer} title={title} position={position} onMove={onMove} onRename={() => setRenaming(true)} />
      </div>
      <LayerStatus layer={layer} />
      {isShown && <Opacity layer={layer} title={title} />}
    </div>
  );
}

function Rename({ title, onDone }: { title: string; onDone: (title: string | undefined) => void }) {
  const t = useTranslate();
  const [value, setValue] = useState(title);
  return (
    <TextInput
      className={classes.rename}
      size="xs"
      autoFocus
      aria-label={t('viewer.layer.rename')}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => onDone(value.trim() || undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(value.trim() || undefined);
        if (event.key === 'Escape') onDone(undefined);
      }}
    />
  );
}

function Opacity({ layer, title }: { layer: OperationalLayer; title: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { change } = useViewer();
  const percent = Math.round((layer.opacity ?? 1) * 100);
  return (
    <div className={classes.opacity}>
      <Slider
        size="sm"
        flex={1}
        value={percent}
        min={0}
        max={100}
        step={5}
        label={null}
        thumbLabel={t('viewer.layer.opacity', { title })}
        onChange={(value) => change((map) => setOpacity(map, layer.id, value / 100), `opacity:${layer.id}`)}
      />
      <span className="tabular">{format.number(percent / 100, { style: 'percent' })}</span>
    </div>
  );
}

function LayerStatus({ layer }: { layer: OperationalLayer }) {
  const t = useTranslate();
  const { user } = useSession();
  const { engine } = useViewer();
  const states = flattenLayers([layer]).map((each) => ({ id: each.id, state: engine?.layerState(each.id) }));
  const failed = states.find(({ state }) => state?.status === 'failed');
  if (failed?.state?.status === 'failed') {
    return (
      <Text size="sm" c="vermilion" className={classes.status} role="alert">
        {t('viewer.layer.failed', { reason: failed.state.message })}{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => engine?.retry(failed.id)}>
          {t('shell.error.retry')}
        </Anchor>
      </Text>
    );
  }
  if (states.some(({ state }) => state?.status === 'refused')) {
    return (
      <Text size="sm" c="vermilion" className={classes.status} role="alert">
        {t(user ? 'viewer.layer.refused' : 'viewer.layer.sign-in')}
      </Text>
    );
  }
  const unsupported = states.find(({ state }) => state?.status === 'unsupported');
  if (unsupported?.state?.status === 'unsupported') {
    return (
      <Text size="sm" c="dimmed" className={classes.status}>
        {t('viewer.layer.unsupported', { type: unsupported.state.layerType })}
      </Text>
    );
  }
  return states.some(({ state }) => state?.status === 'loading') ? (
    <Loader size="xs" type="dots" className={classes.status} aria-label={t('shell.loading')} />
  ) : null;
}

interface MenuProps {
  layer: OperationalLayer;
  title: string;
  position: Props['position'];
  onMove: Props['onMove'];
  onRename: () => void;
}

function RowMenu({ layer, title, position, onMove, onRename }: MenuProps) {
  const t = useTranslate();
  const { change, engine, pick } = useViewer();
  const remove = () => {
    pick(undefined);
    change((map) => removeLayer(map, layer.id));
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('viewer.layer.more', { title })}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFocus2 size={18} aria-hidden />}
          onClick={() => engine?.fitLayer(flattenLayers([layer])[0]?.id ?? layer.id)}
        >
          {t('viewer.layer.zoom')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={18} aria-hidden />} disabled={position.index === 0} onClick={() => onMove(-1)}>
          {t('viewer.layer.up')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={18} aria-hidden />}
          disabled={position.index === position.count - 1}
          onClick={() => onMove(1)}
        >
          {t('viewer.layer.down')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onRename}>
          {t('viewer.layer.rename')}
        </Menu.Item>
        {layer.itemId && (
          <Menu.Item leftSection={<IconInfoCircle size={18} aria-hidden />} component={Link} to={paths.item(layer.itemId)} target="_blank">
            {t('viewer.layer.details')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="vermilion" leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
          {t('viewer.layer.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
