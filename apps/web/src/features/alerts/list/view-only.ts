import { whoMay } from '../../../data/session/who-may.js';
import { say } from '../../../data/toasts.js';
import { capital } from '../../../data/words/capital.js';

/** Shown to a person who may act on none of the selected rows. */
export const sayViewOnly = (): void =>
  say({ kind: 'refused', title: 'View only', detail: `${capital(whoMay('alert_group.act'))} and the people who are paged can act on it.` });
