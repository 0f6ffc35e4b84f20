import type { RingingPage } from '@tocsin/contracts/live.js';

/** The browser tabs that people have open. */
export abstract class OpenTabs {
  /** True when a tab of this person with its sound on confirmed the page; false when none did within `timeoutMs`. */
  abstract notifyTabs(personId: string, page: RingingPage, timeoutMs: number): Promise<boolean>;
}
