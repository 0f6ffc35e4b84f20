/** The file that this page began with; its name carries what is in it. */
const begunWith = (): string => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

/** Whether the server is there and gives out another release than this one: then a file that can’t be loaded never will be. */
export async function isNewerServed(): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '');
  return page !== '' && !page.includes(begunWith());
}
