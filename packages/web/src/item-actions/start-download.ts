// Starts a download that the portal may refuse: a plain link would turn the refusal into a file that failed.
import { ApiError, errorInReply } from '../api/api-error.ts';

/**
 * Asks with HEAD, which makes nothing of the file, then lets the browser save it; `onRefused` hears what is found out later only, as that too many
 * downloads run.
 * @throws ApiError with the portal's reason
 */
export async function startDownload(address: string, onRefused: (error: ApiError) => void): Promise<void> {
  let asked: Response;
  try {
    asked = await fetch(address, { method: 'HEAD', credentials: 'same-origin' });
  } catch {
    throw new ApiError(0, 'The portal cannot be reached.');
  }
  if (!asked.ok) {
    const refusal = await refusalAt(address, asked.status);
    if (refusal) throw refusal;
  }
  save(address, onRefused);
}

/** A refusal of HEAD has no words; the same address says them. Nothing where it is refused no more. */
async function refusalAt(address: string, status: number): Promise<ApiError | undefined> {
  const giving = new AbortController();
  try {
    const response = await fetch(address, { credentials: 'same-origin', signal: giving.signal });
    if (response.ok) {
      giving.abort();
      return undefined;
    }
    return read(await response.text(), response.status);
  } catch {
    return new ApiError(status, '');
  }
}

/** A frame shows nothing of a file that is saved, and is loaded only with an answer that is none: with the refusal. */
function save(address: string, onRefused: (error: ApiError) => void): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = '';
  frame.addEventListener('load', () => {
    const refusal = refusalIn(frame);
    if (!refusal) return;
    frame.remove();
    onRefused(refusal);
  });
  frame.src = address;
  document.body.append(frame);
}

/** Nothing for the empty page that browsers load first. What they show when the portal cannot be reached is theirs, and may not be looked at. */
function refusalIn(frame: HTMLIFrameElement): ApiError | undefined {
  try {
    const text = frame.contentDocument?.body?.textContent ?? '';
    return frame.contentWindow?.location.href === 'about:blank' && text === '' ? undefined : read(text, 500);
  } catch {
    return new ApiError(0, 'The portal cannot be reached.');
  }
}

function read(text: string, status: number): ApiError {
  try {
    return errorInReply(JSON.parse(text)) ?? new ApiError(status, '');
  } catch {
    return new ApiError(status, '');
  }
}
