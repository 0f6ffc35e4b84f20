import { randomUUID } from 'node:crypto';
import type { CommandType } from '@tocsin/contracts/catalogue.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { viaChat, type Actor } from '@tocsin/contracts/envelope.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { fill, refusals } from '@tocsin/contracts/refusals.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import type { Attempt, ExistingGroup, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import type { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import { rolesOf } from '../http/caller.js';
import { asProblem } from '../problems/problem.js';
import { readLeader } from '../public/page-link/read-leader.js';
import { stateOf, type ChatAct } from '../deliveries/group-card.js';

type Dependencies = Pick<ServerParts, 'reads' | 'runner' | 'troubles'>;

/** A button that somebody pressed in a chat. */
export interface Press {
  readonly kind: ContactKind;
  /** The presser’s account, as contact methods name it. */
  readonly account: string;
  readonly act: ChatAct;
  readonly groupId: string;
  /** The message below which the button is, as its attempt names it. */
  readonly messageId: string;
  /** The chat’s id of the press: repeated, it acts once. */
  readonly key: string;
}

export type PressResult =
  /** `says`: for the presser alone, if another group was meant. */
  | { readonly kind: 'done'; readonly says?: string }
  /** The account belongs to nobody here: nothing was done. */
  | { readonly kind: 'stranger' }
  /** For the presser alone. */
  | { readonly kind: 'refused'; readonly says: string };

const attemptOf = ({ attempts }: Page, messageId: string): Attempt | undefined =>
  Object.values(attempts).find(({ providerId }) => providerId === messageId);

const commands: Readonly<Record<ChatAct, CommandType>> = {
  acknowledge: 'AcknowledgeAlertGroup',
  resolve: 'ResolveAlertGroup',
  take_over: 'TakeOverAlertGroup',
};

/** Acts as the person who has linked the account, by their permission now. */
export class ChatActs {
  constructor(
    private readonly parts: Dependencies,
    private readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'send'>,
    /** Messages about the group may be out of date: somebody pressed what did nothing. */
    private readonly compare: (groupId: string) => void,
  ) {}

  private readonly running = new Set<Promise<PressResult>>();

  /** Resolves once no press is being carried out. */
  get whenSettled(): Promise<void> {
    return Promise.all(this.running).then(() => {});
  }

  async press(press: Press): Promise<PressResult> {
    const result = this.carryOut(press);
    this.running.add(result);
    return result.finally(() => this.running.delete(result));
  }

  private async carryOut(press: Press): Promise<PressResult> {
    const person = this.personOf(press);
    if (!person) return { kind: 'stranger' };
    try {
      return await this.act(press, person);
    } catch (error) {
      const problem = asProblem(error);
      if (!problem) this.parts.troubles.note('press in a chat', error);
      this.compare(press.groupId);
      return { kind: 'refused', says: problem ? fill(refusals[problem.code].says, problem.params) : 'It did not work. Open Tocsin.' };
    }
  }

  private async act({ kind, act, groupId, messageId, key }: Press, person: PersonRow): Promise<PressResult> {
    const read = await this.parts.runner.readState(alertGroupDecider, groupId);
    if (read.status === 'none') return { kind: 'refused', says: 'This alert group does not exist here.' };
    const group = await readLeader(this.parts, read);
    const actor: Actor = { kind: 'person', id: person.id, roles: rolesOf(person), via: viaChat(kind) };
    await this.dispatcher.dispatch({ type: commands[act], body: { groupId: group.groupId }, actor, key });
    await this.receive(read, person, messageId).catch((error: unknown) => this.parts.troubles.note('press in a chat', error));
    const other =
      act === 'acknowledge'
        ? this.saysIfOfAnother(await this.parts.runner.readState(alertGroupDecider, group.groupId), person)
        : ({ kind: 'done' } as const);
    if (other.kind !== 'done' || group.groupId === groupId) return other;
    return { kind: 'done', says: `Done for #${group.number}, which leads this storm.` };
  }

  /** Who presses has read the message. */
  private async receive({ groupId, pages }: ExistingGroup, { id: personId }: PersonRow, messageId: string): Promise<void> {
    const page = pages.find((one) => one.personId === personId && attemptOf(one, messageId) !== undefined);
    const attempt = page && attemptOf(page, messageId);
    if (!page || !attempt?.attemptId || attempt.state === 'read') return;
    const data = { groupId, pageId: page.pageId, attemptId: attempt.attemptId, receipt: 'read' };
    const actor: Actor = { kind: 'person', id: personId, roles: [], via: viaChat(attempt.kind) };
    await this.dispatcher.send('RecordReceipt', data, { commandId: randomUUID(), actor, causationId: attempt.plannedBy });
  }

  /** Two may press at once: the second hears who was first. */
  private saysIfOfAnother(group: ExistingGroup | { readonly status: 'none' }, { id }: PersonRow): PressResult {
    const isOfAnother = group.status === 'acknowledged' && !(group.holder.kind === 'person' && group.holder.personId === id);
    return isOfAnother ? { kind: 'refused', says: `Already: ${stateOf(this.parts, group).state}` } : { kind: 'done' };
  }

  private personOf({ kind, account }: Press): PersonRow | null {
    const { contacts, people } = this.parts.reads;
    const rows = [...contacts.all()].filter(
      ({ methods, accounts = [] }) =>
        methods.some((one) => one.kind === kind && one.verified && one.address === account) ||
        accounts.some((one) => one.chat === kind && one.account === account),
    );
    // of two, neither: which of them pressed is unknown
    const person = rows.length === 1 ? people.get(rows[0]!.id) : undefined;
    return person?.state === 'active' ? person : null;
  }
}
