// Says which values a field may have: any, those of a list, or numbers of a range.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { useState } from 'react';
import { changeDefinition } from '../../features/change-definition.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { LoadLatest } from '../../item-actions/LoadLatest.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { DomainChoice } from './DomainChoice.tsx';
import { DomainValues } from './DomainValues.tsx';
import { domainOf, draftOf } from './domain-draft.ts';

interface Props {
  service: string;
  layer: LayerInfo;
  field: WireField;
  onClose: () => void;
}

/** Values that rows have already are not looked at: they stay, and are shown as they are. */
export function FieldValuesDialog({ service, layer: asOpened, field: given, onClose }: Props) {
  const t = useTranslate();
  // as it was when the dialog opened, or the latest was loaded: the layer may be read anew meanwhile
  const [layer, setLayer] = useState(asOpened);
  const field = layer.fields.find(({ name }) => name === given.name) ?? given;
  const [draft, setDraft] = useState(() => draftOf(field.domain));
  const made = domainOf(draft, field);
  const domainIn = ({ fields }: LayerInfo) => fields.find(({ name }) => name === given.name)?.domain;
  const saving = useItemChange(
    (seen: LayerInfo) => changeDefinition({ service, layer: seen }, { fields: [{ name: field.name, domain: made }] }, domainIn),
    { isQuiet: true, success: t('item.saved'), onDone: onClose },
  );
  const load = (now: LayerInfo) => {
    setLayer(now);
    setDraft(draftOf(domainIn(now)));
    saving.reset();
  };
  return (
    <ActionDialog
      title={t('item.field.values-of', { name: field.alias })}
      submit={t('shell.save')}
      size={560}
      isBusy={saving.isPending}
      isDisabled={made === undefined}
      why={made === undefined ? t(draft.kind === 'range' ? 'item.field.range-wrong' : 'item.field.list-wrong') : undefined}
      error={saving.error}
      remedy={
        <LoadLatest
          error={saving.error}
          theirs={(now) => (domainIn(now) ? <DomainValues field={{ domain: domainIn(now) ?? null }} /> : t('item.field.values.any'))}
          onLoad={load}
          onInsist={(now) => made !== undefined && saving.mutate(now)}
        />
      }
      onSubmit={() => saving.mutate(layer)}
      onClose={onClose}
    >
      <DomainChoice field={field} draft={draft} onChange={setDraft} />
    </ActionDialog>
  );
}
