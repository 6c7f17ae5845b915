// How values are read that people write in two ways: dates with the day or the month first, decimals behind a point or a comma.
import { Select } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';
import type { Reading } from './reading.ts';

interface Props {
  /** Word of the kind of file. */
  fileType: string;
  reading: Reading;
  onRead: (changes: Reading) => void;
}

const AUTO = 'auto';

/** Cells of workbooks are numbers already. */
export function ValueReading({ fileType, reading, onRead }: Props) {
  const t = useTranslate();
  const auto = { value: AUTO, label: t('item.publish.from-values') };
  return (
    <>
      <Select
        label={t('item.publish.date-order')}
        description={t('item.publish.date-order-hint')}
        allowDeselect={false}
        data={[
          auto,
          { value: 'dayFirst', label: t('item.publish.date-order.dayFirst') },
          { value: 'monthFirst', label: t('item.publish.date-order.monthFirst') },
        ]}
        value={reading.dateOrder ?? AUTO}
        onChange={(value) => onRead({ dateOrder: value === 'dayFirst' || value === 'monthFirst' ? value : undefined })}
      />
      {fileType === 'csv' && (
        <Select
          label={t('item.publish.decimal-sign')}
          description={t('item.publish.decimal-sign-hint')}
          allowDeselect={false}
          data={[
            auto,
            { value: '.', label: t('item.publish.decimal-sign.point') },
            { value: ',', label: t('item.publish.decimal-sign.comma') },
          ]}
          value={reading.decimalSign ?? AUTO}
          onChange={(value) => onRead({ decimalSign: value === '.' || value === ',' ? value : undefined })}
        />
      )}
    </>
  );
}
