import type { PushAct } from '@tocsin/contracts/contacts/push.js';
import { seenLabel } from '@tocsin/contracts/routing/seen-label.js';
import type { PageMessage } from './notes.js';

export const actLabels: Readonly<Record<PushAct, string>> = { acknowledge: 'Acknowledge', answer: seenLabel };

/** Buttons in order: a page from a person offers to stop one’s own pages first; a quiet one has no buttons. */
export const actsOf = ({ cause, quiet }: PageMessage): readonly PushAct[] => {
  if (quiet) return [];
  return cause.kind === 'person' ? ['answer', 'acknowledge'] : ['acknowledge', 'answer'];
};
