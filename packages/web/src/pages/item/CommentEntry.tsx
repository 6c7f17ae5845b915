// One comment: who, when, what; its author changes it, its author and whoever governs the item delete it.
import { addComment, type Comment, deleteComment, updateComment } from '@graticule/contract/content/comments';
import type { Item } from '@graticule/contract/content/item';
import { Text } from '@mantine/core';
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

interface Props {
  item: Item;
  comment: Comment;
  /** Comments are open. */
  mayReply: boolean;
}

/** Deleting asks first; answers stand below what they answer. */
export function CommentEntry({ item, comment, mayReply }: Props) {
  const t = useTranslate();
  const session = useSession();
  const [mode, setMode] = useState<'read' | 'change' | 'delete' | 'reply'>('read');
  const address = { id: item.id, commentId: comment.id };
  const back = { isQuiet: true, onDone: () => setMode('read') };
  const change = useItemChange((text: string) => call(updateComment, { ...address, comment: markupOf(text) }), back);
  const removal = useItemChange(() => call(deleteComment, address), back);
  const reply = useItemChange((text: string) => call(addComment, { id: item.id, comment: markupOf(text), parentId: comment.id }), back);
  return (
    <li className={classes.entry}>
      {comment.deleted ? <Text c="dimmed">{t('item.comment-gone')}</Text> : <By comment={comment} />}
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
          {!comment.deleted && <SafeHtml html={comment.comment} />}
          <p className={classes.tools}>
            {mayReply && session.user && !comment.deleted && (
              <button type="button" className={classes.plain} onClick={() => setMode('reply')}>
                {t('item.comment-reply')}
              </button>
            )}
            {!comment.deleted && mayChangeComment(comment, session) && (
              <button type="button" className={classes.plain} onClick={() => setMode('change')}>
                {t('item.comment-change')}
              </button>
            )}
            {!comment.deleted && mayDeleteComment(comment, item, session) && (
              <button type="button" className={classes.plain} onClick={() => setMode('delete')}>
                {t('shell.delete')}
              </button>
            )}
          </p>
        </>
      )}
      {mode === 'reply' && (
        <CommentForm
          label={t('item.comment-reply-to', { name: comment.owner })}
          submit={t('item.comment-reply')}
          isBusy={reply.isPending}
          error={reply.error}
          onSubmit={(text) => reply.mutate(text)}
          onCancel={() => setMode('read')}
        />
      )}
      {comment.replies && comment.replies.length > 0 && (
        <ul className={classes.replies}>
          {comment.replies.map((answer) => (
            <CommentEntry key={answer.id} item={item} comment={answer} mayReply={mayReply} />
          ))}
        </ul>
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

function By({ comment }: { comment: Comment }) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <p className={classes.by}>
      <Link to={paths.user(comment.owner)}>
        <bdi>{comment.owner}</bdi>
      </Link>
      <time dateTime={new Date(comment.created).toISOString()} title={format.dateTime(comment.created)}>
        {format.ago(comment.created)}
      </time>
      {comment.modified !== undefined && comment.modified > comment.created && <span>{t('item.comment-changed')}</span>}
    </p>
  );
}
