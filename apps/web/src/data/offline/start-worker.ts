/** Once a window, as soon as the first screen stands. Where there are no workers the app does without. */
export async function startWorker(): Promise<void> {
  if (window.isSecureContext && 'serviceWorker' in navigator) await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
