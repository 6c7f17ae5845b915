// The files that are being added: planned and sent in a dialog that may be closed, while they go on behind the pages.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { GuardedModal } from '../../item-actions/GuardedModal.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { useStageFocus } from '../../ui/stage-focus.ts';
import { useLeaveWarning } from '../../ui/unfinished-work.ts';
import { endUploads, type OpenUploads, showUploads, takeOffers } from '../../uploads/open-uploads.ts';
import { UploadPlans } from './UploadPlans.tsx';
import { UploadRows } from './UploadRows.tsx';
import { isInDialog, UploadTray } from './UploadTray.tsx';
import { type PlannedUpload, planFor, type QueuedUpload } from './upload-file.ts';
import { type UploadProgress, uploadSummary } from './upload-summary.ts';
import { usePublishAll } from './use-publish-all.ts';

/** Stays mounted from page to page; what is sent is broken off only with the portal itself. */
export function UploadCenter({ uploads: { username, offers, isShown } }: { uploads: OpenUploads }) {
  const t = useTranslate();
  const { plans, setPlans } = usePlans(offers.length);
  const [rows, setRows] = useState<readonly QueuedUpload[]>([]);
  const [told, setTold] = useState<ReadonlyMap<number, UploadProgress>>(new Map());
  const tell = useCallback((id: number, progress: UploadProgress) => setTold((known) => new Map([...known, [id, progress]])), []);
  const summary = uploadSummary(rows.map(({ id }) => told.get(id)));
  const all = usePublishAll(rows, told);
  useLeaveWarning(summary.isSending || all.isOn);
  const isPlanning = plans.length > 0;
  const isKept = !isPlanning && summary.state === 'running';
  useNavigationAway(() => {
    // whoever followed a link of the dialog is in the next page
    if (isInDialog(document.activeElement)) document.getElementById('content')?.focus({ preventScroll: true });
    if (isPlanning || summary.state !== 'over') showUploads(false);
    else endUploads();
  });
  const holder = useStageFocus<HTMLDivElement>(String(isPlanning));
  // what goes on is left alone, and so is what is not in sight
  const close = () => {
    setPlans([]);
    if (isPlanning ? summary.state !== 'over' : isKept) showUploads(false);
    else endUploads();
  };
  const send = (tags: readonly string[]) => {
    setRows([...rows, ...plans.map(({ id, folder, ...plan }) => ({ id, folder, plan, tags, username }))]);
    setPlans([]);
  };
  if (!isPlanning && rows.length === 0) return null;
  return (
    <>
      <GuardedModal
        isOpen={isShown}
        isKept={isKept}
        onClose={close}
        size={720}
        title={t('content.upload.title', { count: isPlanning ? plans.length : rows.length })}
        closeOnClickOutside={false}
      >
        <div ref={holder} tabIndex={-1}>
          {isPlanning && <UploadPlans username={username} plans={plans} onPlans={setPlans} onSend={send} onClose={close} />}
          <UploadRows rows={rows} summary={summary} all={all} isHidden={isPlanning} onTell={tell} onClose={close} />
        </div>
      </GuardedModal>
      {!isShown && <UploadTray summary={summary} planned={plans.length} />}
    </>
  );
}

let lastId = 0;

/** Files that are offered while others are planned are planned with them. */
function usePlans(offered: number) {
  const [plans, setPlans] = useState<readonly PlannedUpload[]>([]);
  useEffect(() => {
    if (offered === 0) return;
    const more = takeOffers().flatMap(({ files, folder }) =>
      files.map((file) => ({ ...planFor(file), isPublished: true, folder, id: ++lastId })),
    );
    setPlans((before) => [...before, ...more]);
  }, [offered]);
  return { plans, setPlans };
}

/** Calls for every way to another page, or to another thing on the same page. */
function useNavigationAway(leave: () => void): void {
  const { key, pathname } = useLocation();
  const kind = useNavigationType();
  const before = useRef({ key, pathname });
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const { key: last, pathname: page } = before.current;
    before.current = { key, pathname };
    // pages note things in their own address, too
    if (last !== key && (kind !== 'REPLACE' || page !== pathname)) latest.current();
  }, [key, pathname, kind]);
}
