import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { Draft } from '../draft.js';
import type { GroupReads } from '../shared/reads.js';
import type { AlertGroupState } from '../state.js';
import { flapReaction } from './flaps/note-flapping.js';
import { muteCausesReaction } from './mutes/mute-causes.js';
import { muteReaction } from './mutes/react.js';
import { nightReaction } from './nights/react.js';
import type { Reaction } from './reaction.js';

const reactions: readonly Reaction[] = [flapReaction, muteReaction, muteCausesReaction, nightReaction];

/** Aspects react in the same decision to what was decided, each also to what those before it have added. */
export const reactTo = (
  state: AlertGroupState,
  decided: readonly AlertGroupFact[],
  context: Context<GroupReads>,
): readonly AlertGroupFact[] => {
  let draft: Draft | undefined;
  for (const { on, react } of reactions) {
    const facts = draft ? [...draft.facts] : decided;
    if (!facts.some(({ type }) => on.has(type))) continue;
    draft ??= Draft.after(state, decided, context);
    react(draft, facts, state);
  }
  return draft?.facts ?? decided;
};
