// Settings of a hosted service: who edits, who exports, files with features, who changed what.
import type { Item } from '@graticule/contract/content/item';
import type { FeatureServiceInfo, LayerInfo } from '@graticule/contract/services/layer';
import { refreshService } from '@graticule/contract/services/service-admin';
import { Button, Radio, Skeleton, Switch } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { layersQuery } from './hosted-service.ts';
import classes from './ItemTabs.module.css';
import { LayerIndexes } from './LayerIndexes.tsx';
import { LoadHistory } from './LoadHistory.tsx';
import {
  choicesOf,
  EDIT_SCOPES,
  type EditScope,
  needsNames,
  type ServiceChoices,
  saveAttachments,
  saveChange,
  serviceQuery,
} from './layer-settings.ts';
import { ReadingSettings, ScriptSettings, SyncSettings, VisitorSettings } from './ReadingSettings.tsx';
import { TileCache } from './TileCache.tsx';
import { TimeSettings } from './TimeSettings.tsx';
import { ViewConditions } from './ViewConditions.tsx';

/** Waits for the settings as they are. Time, indexes and tiles are for those who administer the service. */
export function LayerSettings({ item, service, administersIt = false }: { item: Item; service: string; administersIt?: boolean }) {
  const info = useQuery(serviceQuery(item.id, service));
  const layers = useQuery(layersQuery(item.id, service));
  const fault = info.error ?? layers.error;
  if (fault) return <ErrorState isInline error={fault} onRetry={() => void (info.error ? info : layers).refetch()} />;
  if (!info.data || !layers.data) return <Skeleton height={260} />;
  const all = [...layers.data.layers, ...layers.data.tables];
  return (
    <>
      {info.data.isView === true && <ViewConditions item={item} service={service} layers={all} />}
      <Choices service={service} info={info.data} layers={all} administersIt={administersIt} />
      {administersIt && (
        <>
          <TileCache item={item} service={service} />
          <TimeSettings item={item} service={service} />
          <LayerIndexes item={item} service={service} />
        </>
      )}
      <LoadHistory itemId={item.id} service={service} layers={all} />
    </>
  );
}

interface Props {
  service: string;
  info: FeatureServiceInfo;
  layers: readonly LayerInfo[];
  administersIt: boolean;
}

function Choices({ service, info, layers, administersIt }: Props) {
  const t = useTranslate();
  const saved = { success: t('item.saved') };
  const saving = useItemChange((part: Partial<ServiceChoices>) => saveChange(service, info, part), saved);
  const current = { ...choicesOf(info), ...(saving.isPending ? saving.variables : {}) };
  const change = (part: Partial<ServiceChoices>) => saving.mutate(part);
  // what might be edited before it was turned off
  const [scope, setScope] = useState<EditScope>();
  const isBusy = saving.isPending;
  const refreshing = useItemChange(() => call(refreshService, { service }), { success: t('item.settings.refreshed') });
  const shown = { choices: current, isBusy, onChange: change };
  return (
    <>
      <ReadingSettings {...shown} />
      <fieldset>
        <legend>{t('item.settings.editing')}</legend>
        <Switch
          label={t('item.settings.editable')}
          description={t('item.settings.editable-hint')}
          checked={current.isEditable}
          disabled={isBusy}
          onChange={({ currentTarget: { checked: isEditable } }) => {
            if (!isEditable) setScope(current.scope);
            change(isEditable ? { isEditable, scope: scope ?? current.scope } : { isEditable });
          }}
        />
        {current.isEditable && (
          <Radio.Group
            label={t('item.settings.scope')}
            value={current.scope}
            onChange={(value) => change({ scope: value as EditScope })}
            className={classes.indent}
          >
            <div className={classes.indent} style={{ marginInlineStart: 0, marginBlockStart: 8 }}>
              {EDIT_SCOPES.map((each) => (
                <Radio key={each} value={each} label={t(`item.settings.scope.${each}`)} disabled={isBusy} />
              ))}
            </div>
          </Radio.Group>
        )}
        {current.isEditable && <VisitorSettings {...shown} />}
        <Switch
          label={t('item.settings.tracking')}
          description={t('item.settings.tracking-hint')}
          checked={needsNames(current)}
          disabled={isBusy || (needsNames(current) && !current.tracksEditors)}
          onChange={({ currentTarget: { checked: tracksEditors } }) =>
            change({
              tracksEditors,
              // what needs the names goes with them
              ...(!tracksEditors && current.ownRowsOnly ? { ownRowsOnly: false } : {}),
              ...(!tracksEditors && current.reads === 'own' ? { reads: 'all' as const } : {}),
            })
          }
        />
        <Switch
          label={t('item.settings.own-rows')}
          description={t('item.settings.own-rows-hint')}
          checked={current.ownRowsOnly}
          disabled={isBusy}
          onChange={(event) =>
            change({ ownRowsOnly: event.currentTarget.checked, ...(event.currentTarget.checked ? { tracksEditors: true } : {}) })
          }
        />
        <ScriptSettings {...shown} mayChange={administersIt} isView={info.isView === true} />
      </fieldset>
      <fieldset>
        <legend>{t('item.settings.attachments')}</legend>
        {layers.map((layer) => (
          <AttachmentSwitch key={layer.id} service={service} layer={layer} />
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('item.settings.export')}</legend>
        <Switch
          label={t('item.settings.may-export')}
          description={t('item.settings.may-export-hint')}
          checked={current.mayExport}
          disabled={isBusy}
          onChange={(event) => change({ mayExport: event.currentTarget.checked })}
        />
      </fieldset>
      {info.isView !== true && <SyncSettings {...shown} />}
      <fieldset>
        <legend>{t('item.settings.cache')}</legend>
        <Switch
          label={t('item.settings.static')}
          description={t('item.settings.static-hint')}
          checked={current.isStatic}
          disabled={isBusy}
          onChange={(event) => change({ isStatic: event.currentTarget.checked })}
        />
        <div>
          <Button
            variant="default"
            loading={refreshing.isPending}
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => refreshing.mutate(undefined)}
          >
            {t('item.settings.refresh')}
          </Button>
        </div>
      </fieldset>
    </>
  );
}

function AttachmentSwitch({ service, layer }: { service: string; layer: LayerInfo }) {
  const t = useTranslate();
  const saving = useItemChange((isOn: boolean) => saveAttachments(service, layer, isOn), { success: t('item.saved') });
  return (
    <Switch
      label={t('item.settings.attachments-of', { name: layer.name })}
      checked={saving.isPending ? saving.variables : layer.hasAttachments === true}
      disabled={saving.isPending}
      onChange={(event) => saving.mutate(event.currentTarget.checked)}
    />
  );
}
