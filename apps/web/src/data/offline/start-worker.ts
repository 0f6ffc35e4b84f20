/** Once per window, after the first screen is rendered. Browsers without service workers are fine. */
export async function startWorker(): Promise<void> {
  if (window.isSecureContext && 'serviceWorker' in navigator) await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
