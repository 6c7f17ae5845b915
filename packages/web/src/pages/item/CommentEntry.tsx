// One comment: who, when, what; its author changes it, its author and whoever governs the item delete it.
import { type Comment, deleteComment, updateComment } from '@graticule/contract/content/comments';
import type { Item } from '@graticule/contract/content/item';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { SafeHtml } from '../../ui/SafeHtml.tsx';
import { CommentForm } from './CommentForm.tsx';
import { mayChangeComment, mayDeleteComment } from './comment-rights.ts';
import { markupOf, plainTextOf } from './comment-text.ts';
import classes from './ItemComments.module.css';

/** Deleting asks first. */
export function CommentEntry({ item, comment }: { item: Item; comment: Comment }) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const [mode, setMode] = useState<'read' | 'change' | 'delete'>('read');
  const address = { id: item.id, commentId: comment.id };
  const back = { isQuiet: true, onDone: () => setMode('read') };
  const change = useItemChange((text: string) => call(updateComment, { ...address, comment: markupOf(text) }), back);
  const removal = useItemChange(() => call(deleteComment, address), back);
  return (
    <li className={classes.entry}>
      <p className={classes.by}>
        <Link to={paths.user(comment.owner)}>
          <bdi>{comment.owner}</bdi>
        </Link>
        <time dateTime={new Date(comment.created).toISOString()} title={format.dateTime(comment.created)}>
          {format.ago(comment.created)}
        </time>
      </p>
      {mode === 'change' ? (
        <CommentForm
          label={t('item.comment')}
          submit={t('shell.save')}
          initial={plainTextOf(comment.comment)}
          isBusy={change.isPending}
          error={change.error}
          onSubmit={(text) => change.mutate(text)}
          onCancel={() => setMode('read')}
        />
      ) : (
        <>
          <SafeHtml html={comment.comment} />
          <p className={classes.tools}>
            {mayChangeComment(comment, session) && (
              <button type="button" className={classes.plain} onClick={() => setMode('change')}>
                {t('item.comment-change')}
              </button>
            )}
            {mayDeleteComment(comment, item, session) && (
              <button type="button" className={classes.plain} onClick={() => setMode('delete')}>
                {t('shell.delete')}
              </button>
            )}
          </p>
        </>
      )}
      {mode === 'delete' && (
        <ActionDialog
          title={t('item.comment-delete')}
          submit={t('shell.delete')}
          isDestructive
          isBusy={removal.isPending}
          error={removal.error}
          onSubmit={() => removal.mutate(undefined)}
          onClose={() => setMode('read')}
        >
          <SafeHtml html={comment.comment} />
        </ActionDialog>
      )}
    </li>
  );
}
