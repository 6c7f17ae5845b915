// When the features of a layer are: the date fields that say it, and the time that they span.

import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeDefinition } from '../../features/change-definition.ts';
import { isWholeDay } from '../../features/date-values.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { layersQuery } from './hosted-service.ts';
import classes from './ItemTabs.module.css';

/** What a description says of the time of a layer. */
interface TimeInfo {
  startTimeField: string;
  endTimeField?: string | null;
  timeExtent?: readonly [number, number] | null;
}

type Chosen = Pick<TimeInfo, 'startTimeField' | 'endTimeField'> | null;

/** The moments themselves come and go with rows. */
const fieldsOfTime = ({ timeInfo }: LayerInfo) => {
  const { startTimeField, endTimeField } = (timeInfo ?? {}) as Partial<TimeInfo>;
  return [startTimeField, endTimeField ?? null];
};

const isDate = ({ type }: WireField): boolean => type === 'esriFieldTypeDate' || type === 'esriFieldTypeDateOnly';

/** For people who administer the service. */
export function TimeSettings({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const { data } = useQuery(layersQuery(item.id, service));
  if (!data) return null;
  const layers = [...data.layers, ...data.tables];
  const dated = layers.filter(({ fields }) => fields.some(isDate));
  // fields are added in the source of a view, not here
  if (layers.length === 0 || (dated.length === 0 && hasKeyword(item, TYPE_KEYWORDS.viewService))) return null;
  return (
    <fieldset>
      <legend>{t('item.time.legend')}</legend>
      <Text size="sm" c="dimmed">
        {t(dated.length === 0 ? 'item.time.no-dates' : 'item.time.hint')}
      </Text>
      {dated.map((layer) => (
        <LayerTime key={layer.id} service={service} layer={layer} />
      ))}
    </fieldset>
  );
}

function LayerTime({ service, layer }: { service: string; layer: LayerInfo }) {
  const t = useTranslate();
  const saving = useItemChange((timeInfo: Chosen) => changeDefinition({ service, layer }, { timeInfo }, fieldsOfTime), {
    success: t('item.saved'),
  });
  const told = (layer.timeInfo ?? null) as TimeInfo | null;
  const current: TimeInfo | null = saving.isPending ? saving.variables : told;
  const start = current?.startTimeField ?? '';
  const end = current?.endTimeField ?? '';
  const { name } = layer;
  const dates = layer.fields.filter(isDate).map((field) => ({ value: field.name, label: field.alias }));
  const chooseStart = (startTimeField: string) =>
    saving.mutate(startTimeField === '' ? null : { startTimeField, endTimeField: end === startTimeField ? null : end || null });
  return (
    <div className={classes.choices}>
      <Select
        label={t('item.time.start', { name })}
        allowDeselect={false}
        disabled={saving.isPending}
        value={start}
        onChange={(value) => value !== null && value !== start && chooseStart(value)}
        data={[{ value: '', label: t('item.time.off') }, ...dates]}
      />
      {start !== '' && dates.length > 1 && (
        <Select
          label={t('item.time.end', { name })}
          description={t('item.time.end-hint')}
          allowDeselect={false}
          disabled={saving.isPending}
          value={end}
          onChange={(value) => value !== null && value !== end && saving.mutate({ startTimeField: start, endTimeField: value || null })}
          data={[{ value: '', label: t('item.time.no-end') }, ...dates.filter(({ value }) => value !== start)]}
        />
      )}
      {told !== null && !saving.isPending && <Span extent={told.timeExtent} />}
    </div>
  );
}

/** From when to when; days are told without their time. */
function Span({ extent }: { extent: TimeInfo['timeExtent'] }) {
  const t = useTranslate();
  const format = useFormat();
  const when = (moment: number): string => (isWholeDay(moment) ? format.day(moment) : format.dateTime(moment));
  return (
    <Text size="sm" role="status" className="tabular">
      {extent ? t('item.time.span', { from: when(extent[0]), to: when(extent[1]) }) : t('item.time.empty')}
    </Text>
  );
}
