import type { Settings } from './settings.js';

export interface Finding {
  readonly ok: boolean;
  readonly says: string;
}
/** A check that throws is also a bad finding: its message says why. */
export type Check = (settings: Settings, show?: ShowProgress) => Promise<Finding>;
export type ShowProgress = (done: number, target: number) => void;

export const passedFinding = (message: string): Finding => ({ ok: true, says: message });
export const failedFinding = (message: string): Finding => ({ ok: false, says: message });
