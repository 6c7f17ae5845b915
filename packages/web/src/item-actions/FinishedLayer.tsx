// The end of publishing: what became of the file, and the ways to the new layer.
import type { PublishProblem } from '@graticule/contract/content/publishing';
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { refusedRowsAddress } from '../api/addresses.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import type { PublishedLayer } from './publish-layer.ts';
import { RefusedRows, UNPLACED } from './RefusedRows.tsx';

/** The layer is there already. */
export function FinishedLayer({ layer }: { layer: PublishedLayer }) {
  const t = useTranslate();
  const format = useFormat();
  const { reports } = layer;
  const loaded = reports.reduce((sum, report) => sum + report.featuresLoaded, 0);
  const refused = reports.reduce((sum, report) => sum + report.rowsRefused, 0);
  const unplaced = reports.reduce((sum, report) => sum + (report.rowsUnplaced ?? 0), 0);
  const repaired = reports.reduce((sum, report) => sum + report.geometriesRepaired, 0);
  const kept = reports.reduce((sum, report) => sum + (report.filesKept ?? 0), 0);
  const left = reports.reduce((sum, report) => sum + (report.filesLeftOut ?? 0), 0);
  // each layer counts its own rows
  const ofLayer = (found: readonly PublishProblem[], name: string) =>
    reports.length > 1 ? found.map((problem) => ({ ...problem, layer: name })) : found;
  const problems = reports.flatMap((report) => ofLayer(report.problems, report.layer));
  const nowhere = reports.flatMap((report) => ofLayer(report.unplaced ?? [], report.layer));
  const file = { address: refusedRowsAddress(layer.itemId), rows: reports.reduce((sum, report) => sum + (report.refusedInFile ?? 0), 0) };
  return (
    <Alert color="lichen" icon={<IconCircleCheck aria-hidden />} title={t('item.publish.done')} role="status">
      {reports.length > 0 && <Text size="sm">{t('item.publish.loaded', { count: loaded, shown: format.number(loaded) })}</Text>}
      {reports.length > 1 && (
        <List size="sm">
          {reports.map(({ layer: name, featuresLoaded: count }) => (
            <List.Item key={name}>{t('item.publish.layer-rows', { layer: name, count, shown: format.number(count) })}</List.Item>
          ))}
        </List>
      )}
      {repaired > 0 && <Text size="sm">{t('item.load.repairedCount', { count: repaired, shown: format.number(repaired) })}</Text>}
      {kept > 0 && <Text size="sm">{t('item.publish.files-kept', { count: kept, shown: format.number(kept) })}</Text>}
      {left > 0 && <Text size="sm">{t('item.publish.files-left', { count: left, shown: format.number(left) })}</Text>}
      {refused > 0 && <RefusedRows count={refused} problems={problems} file={file} />}
      {unplaced > 0 && <RefusedRows count={unplaced} problems={nowhere} words={UNPLACED} />}
      <Group mt="sm">
        <Button component={Link} to={paths.mapViewer({ layers: layer.itemId })} size="xs" data-stage-focus>
          {t('item.open-map')}
        </Button>
        <Button component={Link} to={paths.item(layer.itemId)} size="xs" variant="default">
          {t('item.publish.see-layer')}
        </Button>
      </Group>
    </Alert>
  );
}
