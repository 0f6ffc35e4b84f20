/** What Uptime Kuma writes wherever it has one text: `[Shop] [🔴 Down] timeout`. */
export interface KumaMessage {
  readonly monitor: string;
  readonly isUp: boolean;
  readonly text: string;
}

const written = /^\[(.+?)\] \[(?:\S+ )?(down|up)\] ?(.*)$/is;

export const kumaMessageOf = (text: string | null): KumaMessage | null => {
  const [, monitor, state, rest] = written.exec(text ?? '') ?? [];
  return monitor === undefined ? null : { monitor, isUp: state!.toLowerCase() === 'up', text: rest!.trim() };
};

/** Its test button sends a text that says so: `My webhook Testing`. */
export const isKumaTest = (text: string | null): boolean => text !== null && /^\S.* Testing$/s.test(text);
