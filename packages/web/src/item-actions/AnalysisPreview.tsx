// What a file holds, before it is published: kind of geometry, fields, the columns of the location, first rows.
import type { AddressFields, AnalyzedDataset, AnalyzeReply } from '@graticule/contract/content/publishing';
import type { Formatter } from '@graticule/i18n/format';
import { Alert, Badge, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fieldTypeKey, geometryKey } from '../items/layer-words.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import classes from './AnalysisPreview.module.css';
import { extentWords } from './extent-words.ts';
import { FileWarnings } from './FileWarnings.tsx';
import { referenceSystemName } from './reference-systems.ts';

const WGS84 = 4326;
/** At most this many rows of the preview. */
const ROWS = 4;

/** Warns where no location was found: the result is then a table. */
export function AnalysisPreview({ analysis, title, map }: { analysis: AnalyzeReply; title: string; map: ReactNode }) {
  const t = useTranslate();
  const format = useFormat();
  const { publishParameters: parameters, records } = analysis;
  const fields = parameters.layerInfo?.fields ?? [];
  const columns: Column[] =
    fields.length > 0
      ? fields.map(({ name, alias, type }) => ({ name, alias: alias || name, type }))
      : analysis.fields.map((name) => ({ name, alias: name, type: '' }));
  const hasLocation =
    parameters.locationType !== 'none' && (parameters.layerInfo?.geometryType !== undefined || parameters.locationType === 'coordinates');
  const wkid = wkidOf(parameters.sourceSR);
  // Each layer of a file may have its own: then the one that is shown here says which.
  const shown = wkid ?? wkidOf(parameters.layerInfo?.extent?.spatialReference);
  const extent = hasLocation ? extentWords(parameters.layerInfo?.extent, format) : undefined;
  const isDrawable = hasLocation && parameters.needsSpatialReference !== true;
  const [chosen, setLook] = useState('table');
  // shapes without any column
  const look = columns.length === 0 ? 'map' : chosen;
  const { datasets: all = [] } = parameters;
  const datasets = all.length > 1 ? all : [];
  // where there are several, each is named with its own
  const rowCount = datasets.length > 0 ? undefined : (all[0]?.rowCount ?? parameters.rowCount);
  const nameOf = ({ name, rowCount }: AnalyzedDataset): string =>
    rowCount === null ? name : t('item.publish.dataset-rows', { name, shown: format.number(rowCount) });
  return (
    <div>
      <Group gap="xs" mb="xs">
        <Badge variant="light" color={hasLocation ? 'meridian' : 'gray'} tt="none">
          {t(geometryKey(hasLocation ? (parameters.layerInfo?.geometryType ?? 'esriGeometryPoint') : undefined))}
        </Badge>
        <Text size="sm" c="dimmed">
          {t('item.publish.fields', {
            count: fields.length || analysis.fields.length,
            shown: format.number(fields.length || analysis.fields.length),
          })}
        </Text>
        {typeof rowCount === 'number' && (
          <Text size="sm" c="dimmed" className="tabular">
            {t('item.data.rows', { count: rowCount, shown: format.number(rowCount) })}
          </Text>
        )}
        {hasLocation && shown !== undefined && (
          <Text size="sm" c="dimmed">
            {referenceSystemName(shown)}
          </Text>
        )}
      </Group>
      {datasets.length > 0 && (
        <Text size="sm" mb="xs">
          {t('item.publish.datasets', { count: datasets.length, names: format.list(datasets.map(nameOf)) })}
        </Text>
      )}
      {parameters.locationType === 'coordinates' && parameters.latitudeFieldName && parameters.longitudeFieldName && (
        <Text size="sm" mb="xs">
          {t(isDrawable && wkid === WGS84 ? 'item.publish.location' : 'item.publish.location-xy', {
            longitude: parameters.longitudeFieldName,
            latitude: parameters.latitudeFieldName,
          })}
        </Text>
      )}
      {parameters.locationType === 'address' && (
        <Text size="sm" mb="xs">
          {t('item.publish.location-names', { columns: format.list(addressColumns(parameters.addressFields, columns)) })}
        </Text>
      )}
      {extent && (
        <Text size="sm" mb="xs">
          {t('item.publish.extent', extent)}
        </Text>
      )}
      {!hasLocation && (
        <Alert color="ochre" mb="xs">
          {t('item.publish.no-location')}
        </Alert>
      )}
      <FileWarnings said={parameters.warningSentences} />
      {isDrawable && columns.length > 0 && (
        <SegmentedControl
          mb="xs"
          aria-label={t('item.publish.look')}
          value={look}
          onChange={setLook}
          data={[
            { value: 'table', label: t('item.publish.look.table') },
            { value: 'map', label: t('item.publish.look.map') },
          ]}
        />
      )}
      {isDrawable && look === 'map' ? map : columns.length > 0 && <FirstRows title={title} columns={columns} records={records} />}
    </div>
  );
}

/** The columns that name places, as the file calls them. */
function addressColumns(fields: AddressFields = {}, columns: readonly Column[]): string[] {
  const { SingleLine, City, Region, CountryCode } = fields;
  const named = [SingleLine, City, Region, CountryCode].filter((column) => column !== undefined);
  return named.map((name) => columns.find((column) => column.name === name)?.alias ?? name);
}

interface Column {
  name: string;
  alias: string;
  type: string;
}

interface RowsProps {
  title: string;
  columns: readonly Column[];
  records: AnalyzeReply['records'];
}

function FirstRows({ title, columns, records }: RowsProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={t('item.publish.preview', { title })}>
      <Table verticalSpacing={6} fz={13} striped className="tabular">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, alias, type }) => (
              <Table.Th key={name} className={classes.head}>
                {alias}
                {type && <span className={classes.type}>{t(fieldTypeKey(type))}</span>}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.slice(0, ROWS).map((record, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
            <Table.Tr key={i}>
              {columns.map(({ name, alias, type }) => (
                <Table.Td key={name} className={classes.cell}>
                  <span className={classes.words} dir="auto">
                    {isDate(type) ? dated(record[name] ?? record[alias], format) : cell(record[name] ?? record[alias])}
                  </span>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function isDate(type: string): boolean {
  return type === 'esriFieldTypeDate';
}

function dated(value: unknown, format: Formatter): string {
  return typeof value === 'number' ? format.date(value) : cell(value);
}

function wkidOf(reference: unknown): number | undefined {
  const { wkid, latestWkid } = (reference ?? {}) as { wkid?: number; latestWkid?: number };
  return latestWkid ?? wkid;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
