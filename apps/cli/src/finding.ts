import type { Settings } from './settings.js';

export interface Finding {
  readonly ok: boolean;
  readonly says: string;
}
/** A check that throws is also a bad finding: its message says why. */
export type Check = (settings: Settings, show?: ShowProgress) => Promise<Finding>;
export type ShowProgress = (done: number, target: number) => void;

export const fine = (says: string): Finding => ({ ok: true, says });
export const bad = (says: string): Finding => ({ ok: false, says });
