/** Moves the focus to the row after (1) or before (-1) the focused one. */
export function moveFocus(list: HTMLElement | null, by: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const now = links.indexOf(document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-row]') as HTMLElement);
  const next = links[now < 0 ? (by === 1 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, now + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

export const focusedId = (): string | undefined => document.activeElement?.closest<HTMLElement>('li[data-id]')?.dataset.id;
