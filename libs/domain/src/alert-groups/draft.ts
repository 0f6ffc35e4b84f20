import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import { after, whenDecided, type Context } from '@tocsin/kernel/decide/decider.js';
import { withStorm } from './linked/marked.js';
import type { GroupReads } from './shared/reads.js';
import { evolveAlertGroup } from './evolve/evolve.js';
import type { AlertGroupState, Existing } from './state.js';

/** Milliseconds between when something was due and when it was found. */
export interface Late {
  readonly late?: number;
}

/** A decision being built: each fact is folded at once, so that the next rule sees it. Pure from outside. */
export class Draft {
  readonly facts: AlertGroupFact[] = [];
  private made = 0;

  constructor(
    private folded: AlertGroupState,
    readonly context: Context<GroupReads>,
    /** Lateness of the timer, for its events; empty when it was in time. */
    readonly late: Late = {},
  ) {}

  /** The group as it would be. Only for groups that exist. */
  get group(): Existing {
    if (this.folded.status === 'none') throw new Error('no alert group yet');
    return this.folded;
  }

  add(decided: AlertGroupFact): void {
    const fact = this.folded.status === 'none' ? decided : withStorm(this.folded, decided);
    this.facts.push(fact);
    this.folded = after({ evolve: evolveAlertGroup }, this.folded, [fact], whenDecided(this.context));
  }

  /** An id that is the same whenever this command is decided again. */
  newId(purpose: string): string {
    return this.context.newId(purpose, this.made++);
  }
}
