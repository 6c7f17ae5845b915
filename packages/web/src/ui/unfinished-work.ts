// What would be lost with the page: whoever has something that is not saved or not sent hears of `beforeunload`, and says so there.

/** Whether the browser would ask before the page is left. */
export function hasUnfinishedWork(): boolean {
  const asked = new Event('beforeunload', { cancelable: true });
  return !window.dispatchEvent(asked);
}

/** The person was asked: the browser does not ask once more. */
export function leaveUnasked(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
}
