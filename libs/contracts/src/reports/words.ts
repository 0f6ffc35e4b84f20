const second = 1_000;
const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [second, 's'],
] as const;

/** A duration with at most two units: `4 min 12 s`. */
export function durationText(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < second) return `${milliseconds} ms`;
  const index = units.findIndex(([size]) => milliseconds >= size);
  const [size, unit] = units[index]!;
  const next = units[index + 1];
  const rest = next ? Math.floor((milliseconds % size) / next[0]) : 0;
  return `${Math.floor(milliseconds / size)} ${unit}${rest > 0 ? ` ${rest} ${next![1]}` : ''}`;
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** `61 %`; zero when the total is zero. */
export const formatPercent = (part: number, total: number): string => `${total === 0 ? 0 : Math.round((part * 100) / total)}\u00a0%`;
