// Lets files and folders be dropped anywhere on the page.
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { droppedFiles } from '../../uploads/dropped-files.ts';
import type { GivenFile } from '../../uploads/together.ts';
import classes from './DropZone.module.css';

interface Props {
  isOn: boolean;
  onFiles: (files: Promise<GivenFile[]>) => void;
  children: ReactNode;
}

/** Listens on the window, so that a file dropped beside the list is not opened by the browser instead. */
export function DropZone({ isOn, onFiles, children }: Props) {
  const t = useTranslate();
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const latest = useRef(onFiles);
  latest.current = onFiles;

  useEffect(() => {
    if (!isOn) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current++;
      setOver(true);
    };
    const leave = () => {
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth.current = 0;
      setOver(false);
      const { dataTransfer } = event;
      if (dataTransfer === null || dataTransfer.files.length === 0) return;
      event.preventDefault();
      latest.current(droppedFiles(dataTransfer));
    };
    const events = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [name, listener] of Object.entries(events)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(events)) window.removeEventListener(name, listener as EventListener);
      depth.current = 0;
      setOver(false);
    };
  }, [isOn]);

  return (
    <>
      {children}
      {isOver && (
        <div className={classes.veil}>
          <div className={classes.sheet}>
            <IconUpload size={40} stroke={1.5} aria-hidden />
            <p>{t('content.drop')}</p>
          </div>
        </div>
      )}
    </>
  );
}
