import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { resolve } from '../../acts/resolve.js';
import type { Draft } from '../../draft.js';
import { currentTitleOf } from '../../group-title.js';
import { decideTimer } from '../../timer-act.js';
import { flappingOf } from './flaps.js';
import { doesFlapByChange, noteFlapping } from './note-flapping.js';

/** Its sender resolves all of it: while it flaps, it stays open. */
export const resolveBySender = (draft: Draft, signal: FactOf<'AlertsResolved'>['signal']): void => {
  if (!doesFlapByChange(draft)) return resolve(draft, 'sender', signal);
  const { groupId } = draft.group;
  draft.add({ type: 'AlertsResolved', data: { groupId, signal, fingerprints: [], title: currentTitleOf(draft), all: true } });
  noteFlapping(draft);
};

/** Nothing has changed for a while. */
const endFlapping = (draft: Draft): void => {
  const { groupId, flaps } = draft.group;
  if (flaps.quietSince !== null) resolve(draft, 'sender', null);
  else draft.add({ type: 'FlappingEnded', data: { groupId, ...draft.late } });
};

export const flapsTimerActs = { EndFlapping: decideTimer(flappingOf, endFlapping) };
