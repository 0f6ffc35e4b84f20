const two = (n: number): string => String(n).padStart(2, '0');

/** The value of a date and time field in the reader’s zone: `2026-11-21T09:00`. */
export const toLocalInput = (at: number): string => {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** The instant of such a field; null while it is not filled in. */
export const fromLocalInput = (text: string): string | null => {
  const at = new Date(text).getTime();
  return text === '' || Number.isNaN(at) ? null : new Date(at).toISOString();
};
