// Asks whether there is a file.
import { access } from 'node:fs/promises';

/** Whether there is a file or a folder that this process may look for. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
