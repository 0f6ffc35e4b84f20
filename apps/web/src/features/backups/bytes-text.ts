const steps = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/** `812 B`, `3.4 MiB`. */
export const bytesText = (bytes: number): string => {
  let [value, unit] = [bytes, 'B'];
  for (const step of steps) if (value >= 1_024) [value, unit] = [value / 1_024, step];
  return `${unit === 'B' || value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
};
