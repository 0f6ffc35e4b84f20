import { api } from '../data/cache/api.js';
import { say } from '../data/toasts.js';

let isReported = false;
const secondsOfADay = 86_400;

/** Reports a missing part once, and offers a reload; silent while the server does not answer either. */
export async function sayMissing(): Promise<void> {
  const isThere = await api('GET', '/status').then(Boolean, () => false);
  if (isReported || !isThere) return;
  isReported = true;
  const act = { label: 'Load again', run: () => location.reload() };
  say({ kind: 'refused', title: 'Part of this page could not be loaded', detail: 'Load the page again.', act }, secondsOfADay);
}
