// How far publishing a file is, for what shows it among other things.
import { useEffect } from 'react';

/** Somebody has to choose, the portal is at work, or the layer is there. */
export type PublishStage = 'choosing' | 'working' | 'done';

/** Tells of every change, the first included. */
export function usePublishStage(
  status: 'idle' | 'pending' | 'success' | 'error',
  onStage: ((stage: PublishStage) => void) | undefined,
  /** It goes on by itself, though it has not begun. */
  isWaiting = false,
): void {
  const stage = status === 'success' ? 'done' : status === 'pending' || isWaiting ? 'working' : 'choosing';
  useEffect(() => onStage?.(stage), [stage, onStage]);
}
