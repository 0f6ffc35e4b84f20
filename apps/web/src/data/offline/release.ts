/** The entry file of this page; its name contains its hash. */
const runningRelease = (): string => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

/**
 * Whether the server is reachable and serves another release than the running one: then a file of this release that failed
 * to load will never load. Never rejects.
 */
export async function isNewerServed(): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '');
  return page !== '' && !page.includes(runningRelease());
}
