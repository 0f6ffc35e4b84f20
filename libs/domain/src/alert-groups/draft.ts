import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import { after, type Context } from '@tocsin/kernel/decider.js';
import type { GroupReads } from './reads.js';
import { evolveAlertGroup } from './evolve.js';
import type { AlertGroupState, Existing } from './state.js';

/** A decision in the making: each fact is folded at once, so that the next rule sees it. Pure from outside. */
export class Draft {
  readonly facts: AlertGroupFact[] = [];
  private made = 0;

  constructor(
    private folded: AlertGroupState,
    readonly context: Context<GroupReads>,
  ) {}

  /** The group as it would be. Only for groups that are there. */
  get group(): Existing {
    if (this.folded.status === 'none') throw new Error('no alert group yet');
    return this.folded;
  }

  add(fact: AlertGroupFact): void {
    this.facts.push(fact);
    this.folded = after({ evolve: evolveAlertGroup }, this.folded, [fact], { at: this.context.now, actor: this.context.actor });
  }

  /** An id that is the same whenever this command is decided again. */
  newId(purpose: string): string {
    return this.context.newId(purpose, this.made++);
  }
}
