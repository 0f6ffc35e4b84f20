import type { Acknowledgement } from '@tocsin/contracts/backtests/backtests.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { Divergence, Entry } from '@tocsin/kernel/replay/comparison.js';
import type { ExternalAnswer } from '@tocsin/kernel/replay/pending-answers.js';
import type { Act } from '@tocsin/kernel/replay/what-if.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Offsets } from './offsets.js';
import type { Tally } from './tally.js';

export interface AssumedPeopleOptions {
  readonly assumption: Acknowledgement;
  readonly offsets: Offsets;
  /** Both sides so far. */
  readonly was: Tally;
  readonly would: Tally;
  readonly isOfImport: boolean;
}

const isAcknowledgement = ({ says }: Entry): boolean => (says as { readonly type?: string }).type === 'AlertGroupAcknowledged';

const keyOf = (groupId: string, turn: number, personId: string): string => `${groupId} ${turn} ${personId}`;

/**
 * People are not replayed. Under `recorded`, an acknowledgement of a page that is where it was is repeated as the act that it was: at its instant, after
 * what came before it there. Where the page moved, its person acknowledges as long after it as they did; the other assumptions repeat none.
 */
export class AssumedPeople {
  /** Pages that are where they were. */
  private readonly unmoved = new Set<string>();
  /** By alert group and instant: acknowledgements that are assumed, and recorded ones that are not repeated. */
  private readonly assumed = new Set<string>();

  constructor(private readonly options: AssumedPeopleOptions) {}

  /** Whether what differs first is an acknowledgement that is assumed, or was and is not repeated. */
  isAssumed(groupId: string, { was, would }: Pick<Divergence, 'was' | 'would'>): boolean {
    return [was, would].some((entry) => entry !== undefined && isAcknowledgement(entry) && this.assumed.has(`${groupId} ${entry.at}`));
  }

  /** What a person is assumed to do after an event of the imagined history. */
  answerTo(event: Recorded, { memory }: World): ExternalAnswer | undefined {
    const { would, isOfImport, assumption } = this.options;
    const { type, data, meta } = event as RecordedFact;
    if (type !== 'PageStarted' || data.quiet || !would.has(data.groupId)) return undefined;
    const { groupId, personId } = data;
    const turn = would.firstPagedIn(groupId, personId);
    if (turn === undefined || this.isWhereItWas(groupId, personId, turn, meta.at) || (isOfImport && assumption === 'recorded'))
      return undefined;
    const after = this.delayOf(groupId, personId, turn);
    const role = memory.rows<PersonRow>('people').get(personId)?.role;
    if (after === undefined || !role) return undefined;
    this.assumed.add(`${groupId} ${addMillis(meta.at, after)}`);
    const actor: Actor = { kind: 'person', id: personId, roles: [role] };
    return { command: { type: 'AcknowledgeAlertGroup', data: { groupId } }, actor, after };
  }

  /** Whether a recorded act is repeated: an acknowledgement by a person who had been paged for a group of the range may be assumed instead. */
  isRepeated({ command, actor, at }: Pick<Act, 'command' | 'actor' | 'at'>): boolean {
    const { groupId } = command.data as { readonly groupId?: string };
    if (command.type !== 'AcknowledgeAlertGroup' || actor.kind !== 'person' || groupId === undefined) return true;
    const { was, offsets, assumption, isOfImport } = this.options;
    const turn = was.turnOf(groupId);
    if (turn === undefined) return true;
    // a table does not say who was paged: it says after how long somebody was there
    const isReaction = isOfImport || (offsets.pagedAt(groupId, actor.id, turn) ?? '~') <= at;
    const isKept = assumption === 'recorded' && (isOfImport || this.unmoved.has(keyOf(groupId, turn, actor.id)));
    if (!isReaction || isKept) return true;
    this.assumed.add(`${groupId} ${at}`);
    return false;
  }

  private isWhereItWas(groupId: string, personId: string, turn: number, at: string): boolean {
    const { assumption, offsets } = this.options;
    // moved by however little, its person moves with it: else an act would overtake, or be overtaken by, what moved too
    if (assumption !== 'recorded' || offsets.pagedAt(groupId, personId, turn) !== at) return false;
    this.unmoved.add(keyOf(groupId, turn, personId));
    return true;
  }

  private delayOf(groupId: string, personId: string, turn: number): number | undefined {
    const { offsets } = this.options;
    return {
      recorded: () => offsets.recorded(groupId, personId, turn),
      median: () => offsets.median(groupId, personId),
      never: () => undefined,
    }[this.options.assumption]();
  }
}
