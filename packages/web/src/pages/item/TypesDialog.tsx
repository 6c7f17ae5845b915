// Says which types the rows of a layer are of: the field that tells them apart, the value and the name of each, and what each says of the other fields.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { ActionIcon, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useRef } from 'react';
import { changeDefinition } from '../../features/change-definition.ts';
import { kindOf } from '../../features/field-kinds.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { LoadLatest } from '../../item-actions/LoadLatest.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import { ListedValues } from './ListedValues.tsx';
import { definitionOfTypes, faultOfTypes, hasOtherList, linesOf, type TypeLine, typesLost } from './layer-types.ts';
import { TypeFields } from './TypeFields.tsx';
import { type TypesDraft, useTypesDraft } from './use-types-draft.ts';

interface Props {
  item: Item;
  service: string;
  layer: LayerInfo;
  onClose: () => void;
}

/** Rows are not looked at: their values stay. */
export function TypesDialog({ item, service, layer: asOpened, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const draft = useTypesDraft(asOpened);
  const { layer, before, field, hasTypes, lines, shown } = draft;
  const fault = hasTypes ? faultOfTypes(field, lines, format.number, layer) : undefined;
  const lost = hasTypes ? typesLost(layer, lines) : 0;
  const saving = useItemChange(
    (seen: LayerInfo) => {
      const updateDefinition = hasTypes && field ? definitionOfTypes(layer, field, lines) : { typeIdField: null, types: [] };
      return changeDefinition({ service, layer: seen }, updateDefinition, ({ typeIdField, types }) => [typeIdField, types]);
    },
    { isQuiet: true, success: t('item.saved'), onDone: onClose },
  );
  const load = (now: LayerInfo) => {
    draft.load(now);
    saving.reset();
  };
  const list = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const back = () => {
    focusAfter(() => list.current?.querySelector<HTMLElement>(`[data-type="${shown}"]`));
    draft.setShown(undefined);
  };
  const why = fault && (fault.of ? t('item.types.where', { ...fault.of, why: t(fault.key, fault.values) }) : t(fault.key, fault.values));
  const line = hasTypes && shown !== undefined ? lines[shown] : undefined;
  return (
    <ActionDialog
      title={t('item.types.title', { name: layer.name })}
      submit={t('shell.save')}
      size={600}
      isBusy={saving.isPending}
      isDisabled={fault !== undefined}
      why={why}
      error={saving.error}
      remedy={
        <LoadLatest
          error={saving.error}
          theirs={(now) =>
            linesOf(now)
              .map(({ name, code }) => name || code)
              .join(', ') || t('item.types.none')
          }
          onLoad={load}
          onInsist={(now) => fault === undefined && saving.mutate(now)}
        />
      }
      onSubmit={() => fault === undefined && saving.mutate(layer)}
      onClose={onClose}
    >
      {line && shown !== undefined && <FieldsOfType draft={draft} line={line} at={shown} onBack={back} />}
      {/* it stays as it is meanwhile, also where it was looked through */}
      <Stack ref={list} gap="md" align="flex-start" style={line && { display: 'none' }}>
        {before && (
          <SegmentedControl
            aria-label={t('item.types')}
            value={hasTypes ? 'some' : 'none'}
            onChange={(value) => draft.setHasTypes(value === 'some')}
            data={(['some', 'none'] as const).map((value) => ({ value, label: t(`item.types.${value}`) }))}
          />
        )}
        <Text size="sm" c="dimmed">
          {t(hasTypes ? 'item.types.how' : 'item.types.none-hint')}
          {hasKeyword(item, TYPE_KEYWORDS.viewService) && ` ${t('item.types.of-view')}`}
        </Text>
        {hasTypes && (
          <>
            <Select
              label={t('item.types.field')}
              placeholder={t('item.types.choose')}
              allowDeselect={false}
              w="100%"
              data={draft.offered.map((each) => ({ value: each.name, label: each.alias }))}
              value={field?.name ?? null}
              onChange={draft.choose}
            />
            {field && <Lines draft={draft} isNumber={kindOf(field) === 'number'} />}
            {hasOtherList(field, lines) && <Text size="sm">{t('item.types.other-list')}</Text>}
            {lost > 0 && (
              <Text size="sm" role="status">
                {t('item.types.lost', { count: lost, shown: format.number(lost) })}
              </Text>
            )}
          </>
        )}
      </Stack>
    </ActionDialog>
  );
}

/** What a type is called while it is typed. */
function useNameOf() {
  const format = useFormat();
  return ({ name, code }: TypeLine, at: number) => name.trim() || code.trim() || format.number(at + 1);
}

/** A line for each type; what it says of the other fields opens from there. */
function Lines({ draft, isNumber }: { draft: TypesDraft; isNumber: boolean }) {
  const t = useTranslate();
  const nameOf = useNameOf();
  const tool = (line: TypeLine, at: number) => {
    const label = t('item.types.fields-of', { name: nameOf(line, at) });
    const look = draft.says(line) ? ({ variant: 'light' } as const) : ({ variant: 'subtle', color: 'gray' } as const);
    return (
      <ActionIcon {...look} size={36} data-keeps data-type={at} aria-label={label} title={label} onClick={() => draft.setShown(at)}>
        <IconListDetails size={18} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <ListedValues
      listed={draft.lines}
      isNumber={isNumber}
      more={t('item.types.add')}
      {...(draft.asked.length > 0 && { tool })}
      onChange={draft.setLines}
    />
  );
}

function FieldsOfType({ draft, line, at, onBack }: { draft: TypesDraft; line: TypeLine; at: number; onBack: () => void }) {
  const nameOf = useNameOf();
  return (
    <TypeFields
      fields={draft.asked}
      type={{ name: nameOf(line, at), told: draft.toldOf(line), draft: draft.draftOf(line) }}
      onChange={(own) => draft.setLines(draft.lines.map((each, i) => (i === at ? { ...each, own } : each)))}
      onBack={onBack}
    />
  );
}
