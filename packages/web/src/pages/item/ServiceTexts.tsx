// What a service says of itself to every program, and how many rows it gives at once.
import type { Item } from '@graticule/contract/content/item';
import type { FeatureServiceInfo, LayerInfo } from '@graticule/contract/services/layer';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { figuresToType } from '../../features/typed-number.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { layersQuery } from './hosted-service.ts';
import { serviceQuery } from './layer-settings.ts';
import { LONGEST_TEXT, MOST_ROWS, rowsTyped, saveServiceText } from './service-texts.ts';
import { TextSetting } from './TextSetting.tsx';

/** For people who administer the service. */
export function ServiceTexts({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const info = useQuery(serviceQuery(item.id, service));
  const layers = useQuery(layersQuery(item.id, service));
  if (!info.data || !layers.data) return null;
  const all = [...layers.data.layers, ...layers.data.tables];
  return (
    <fieldset>
      <legend>{t('item.service.legend')}</legend>
      <TextSetting<FeatureServiceInfo>
        label={t('item.service.description')}
        description={t('item.service.description-hint')}
        of={info.data}
        textOf={(now) => now.serviceDescription}
        maxLength={LONGEST_TEXT}
        hasLines
        onSave={(value, seen) => saveServiceText(service, seen, { name: 'serviceDescription', value })}
      />
      <TextSetting<FeatureServiceInfo>
        label={t('item.service.contents')}
        description={t('item.service.contents-hint')}
        of={info.data}
        textOf={(now) => now.description}
        maxLength={LONGEST_TEXT}
        hasLines
        onSave={(value, seen) => saveServiceText(service, seen, { name: 'description', value })}
      />
      <TextSetting<FeatureServiceInfo>
        label={t('item.service.copyright')}
        description={t('item.service.copyright-hint')}
        of={info.data}
        textOf={(now) => now.copyrightText}
        maxLength={LONGEST_TEXT}
        hasLines
        onSave={(value, seen) => saveServiceText(service, seen, { name: 'copyrightText', value })}
      />
      <PageSize service={service} info={info.data} layers={all} />
    </fieldset>
  );
}

/** Layers that other clients gave a limit of their own are named, since the one of the service does not hold for them. */
function PageSize({ service, info, layers }: { service: string; info: FeatureServiceInfo; layers: readonly LayerInfo[] }) {
  const t = useTranslate();
  const format = useFormat();
  const { tag } = format;
  const own = layers.filter(({ maxRecordCount }) => maxRecordCount !== info.maxRecordCount);
  return (
    <div>
      <TextSetting<FeatureServiceInfo>
        label={t('item.service.rows')}
        description={t('item.service.rows-hint')}
        of={info}
        textOf={({ maxRecordCount }) => figuresToType(String(maxRecordCount), tag)}
        maxLength={20}
        isNumber
        faultOf={(text) =>
          rowsTyped(text, tag) === undefined ? t('item.data.go-to-wrong', { last: format.number(MOST_ROWS) }) : undefined
        }
        onSave={(text, seen) => saveServiceText(service, seen, { name: 'maxRecordCount', value: rowsTyped(text, tag) ?? 0 })}
      />
      {own.map(({ id, name, maxRecordCount }) => (
        <Text key={id} size="sm" c="dimmed" mt={6}>
          {t('item.service.rows-own', { name, count: maxRecordCount, shown: format.number(maxRecordCount) })}
        </Text>
      ))}
    </div>
  );
}
