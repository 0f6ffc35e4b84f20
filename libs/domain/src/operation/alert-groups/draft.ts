import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import { foldFacts, metaOfDecision, type Context } from '@tocsin/kernel/decide/decider.js';
import { withStorm } from './linked/marking-facts.js';
import type { GroupReads } from './shared/reads.js';
import { evolveAlertGroup } from './evolve/evolve.js';
import type { AlertGroupState, ExistingGroup } from './state.js';

/** Milliseconds between when something was due and when it was found. */
export interface Lateness {
  readonly late?: number;
}

/** A decision being built: each fact is folded at once, so that the next rule sees it. Pure from outside. */
export class Draft {
  readonly facts: AlertGroupFact[] = [];
  private idCount = 0;
  private idPrefix = '';

  constructor(
    private currentState: AlertGroupState,
    readonly context: Context<GroupReads>,
    /** Lateness of the timer, for its events; empty when it was in time. */
    readonly late: Lateness = {},
  ) {}

  /** What follows in the same decision from facts that it consists of. */
  static after(state: AlertGroupState, facts: readonly AlertGroupFact[], context: Context<GroupReads>): Draft {
    const draft = new Draft(foldFacts({ evolve: evolveAlertGroup }, state, facts, metaOfDecision(context)), context);
    draft.facts.push(...facts);
    draft.idPrefix = 'then-';
    return draft;
  }

  /** The group as it would be. Only for groups that exist. */
  get group(): ExistingGroup {
    if (this.currentState.status === 'none') throw new Error('no alert group yet');
    return this.currentState;
  }

  add(newFact: AlertGroupFact): void {
    const fact = this.currentState.status === 'none' ? newFact : withStorm(this.currentState, newFact);
    this.facts.push(fact);
    this.currentState = foldFacts({ evolve: evolveAlertGroup }, this.currentState, [fact], metaOfDecision(this.context));
  }

  /** An id that is the same whenever this command is decided again. */
  newId(purpose: string): string {
    return this.context.newId(`${this.idPrefix}${purpose}`, this.idCount++);
  }
}
