// Who reads the rows of a hosted service, who edits them without an account, which values are refused, and whether changes are kept for copies.
import { Radio, Switch } from '@mantine/core';
import { useTranslate } from '../../language/use-language.ts';
import classes from './ItemTabs.module.css';
import { READ_SCOPES, type ReadScope, type ServiceChoices } from './layer-settings.ts';

interface Props {
  choices: ServiceChoices;
  isBusy: boolean;
  onChange: (part: Partial<ServiceChoices>) => void;
}

/** What others see of the rows. */
export function ReadingSettings({ choices, isBusy, onChange }: Props) {
  const t = useTranslate();
  return (
    <fieldset>
      <legend>{t('item.settings.reading')}</legend>
      <Radio.Group
        label={t('item.settings.reads')}
        description={t('item.settings.reads-hint')}
        value={choices.reads}
        onChange={(value) => onChange({ reads: value as ReadScope })}
      >
        <div className={classes.indent} style={{ marginInlineStart: 0, marginBlockStart: 8 }}>
          {READ_SCOPES.map((scope) => (
            <Radio key={scope} value={scope} label={t(`item.settings.reads.${scope}`)} disabled={isBusy} />
          ))}
        </div>
      </Radio.Group>
    </fieldset>
  );
}

/** What people without an account may do, where members may edit. */
export function VisitorSettings({ choices, isBusy, onChange }: Props) {
  const t = useTranslate();
  return (
    <>
      <Switch
        label={t('item.settings.visitors')}
        description={t('item.settings.visitors-hint')}
        checked={choices.visitorsEdit}
        disabled={isBusy}
        onChange={(event) => onChange({ visitorsEdit: event.currentTarget.checked })}
      />
      {choices.scope === 'all' && (
        <Switch
          label={t('item.settings.visitors-delete')}
          checked={choices.visitorsDelete}
          disabled={isBusy}
          onChange={(event) => onChange({ visitorsDelete: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** Whether changes are kept, so that copies can be brought up to date. */
export function SyncSettings({ choices, isBusy, onChange }: Props) {
  const t = useTranslate();
  return (
    <fieldset>
      <legend>{t('item.settings.sync')}</legend>
      <Switch
        label={t('item.settings.syncs')}
        description={t('item.settings.syncs-hint')}
        checked={choices.syncs}
        disabled={isBusy}
        onChange={(event) => onChange({ syncs: event.currentTarget.checked })}
      />
    </fieldset>
  );
}

/** Whether edits may bring markup that can run. A view has a setting of its own, for the edits that come through it. */
export function ScriptSettings({ choices, isBusy, onChange, mayChange, isView }: Props & { mayChange: boolean; isView: boolean }) {
  const t = useTranslate();
  const words = [t('item.settings.scripts-hint')];
  if (isView) words.push(t('item.settings.scripts-view'));
  if (!mayChange) words.push(t('item.settings.scripts-owner'));
  return (
    <Switch
      label={t('item.settings.scripts')}
      description={words.join(' ')}
      checked={choices.refusesScripts}
      disabled={isBusy || !mayChange}
      onChange={(event) => onChange({ refusesScripts: event.currentTarget.checked })}
    />
  );
}
