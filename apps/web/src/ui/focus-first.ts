/** A ref for the one form of a screen: its first field has the focus when the screen appears. */
export const focusFirst = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
