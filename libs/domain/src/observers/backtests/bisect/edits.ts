import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { ExternalAnswer } from '@tocsin/kernel/replay/pending-answers.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { changer } from '../backtest.js';
import type { Repeats } from '../change-types.js';
import { changedFields, editedKinds, rowIn, type EditedKind, type Row } from './edited-kinds.js';

/** Everything that was done to one thing in a stretch of time. */
export interface Edited {
  readonly key: string;
  readonly of: EditedKind;
  readonly id: string;
  readonly edits: number;
  readonly first: number;
  readonly last: number;
  readonly at: string;
  /** The row before the first edit and after the last one; null: it was not there. */
  readonly before: Row | null;
  readonly after: Row | null;
}

const kindsByEvent = new Map<string, EditedKind[]>();
for (const of of editedKinds) for (const type of of.events) kindsByEvent.set(type, [...(kindsByEvent.get(type) ?? []), of]);

const idIn = ({ idField, only }: EditedKind, data: unknown): unknown => only ?? (data as Row)[idField];

const keyOf = ({ kind }: EditedKind, id: unknown): string => `${kind} ${String(id)}`;

/** Collects what people did to settings, by themselves or by a plan. What Tocsin itself makes of it is decided again. */
export class Edits {
  private readonly found = new Map<string, Edited>();

  /** Folds the event into this memory. */
  take(event: Recorded, memory: MemoryRows, isCounted: boolean): void {
    const kinds = isCounted && event.meta.actor.kind !== 'system' ? (kindsByEvent.get(event.type) ?? []) : [];
    const before = kinds.map((of) => this.rowOf(of, event, memory));
    memory.apply(event);
    for (const [n, of] of kinds.entries()) this.note(of, event, before[n]!, this.rowOf(of, event, memory));
  }

  /** In the order of their first edits. */
  list(): readonly Edited[] {
    return [...this.found.values()].filter(({ edits }) => edits > 0);
  }

  private rowOf(of: EditedKind, { data }: Recorded, memory: MemoryRows): Row | null {
    const id = idIn(of, data);
    return typeof id === 'string' ? rowIn({ memory }, of, id) : null;
  }

  private note(of: EditedKind, { data, ordinal, meta }: Recorded, before: Row | null, after: Row | null): void {
    const id = idIn(of, data);
    if (typeof id !== 'string') return;
    const key = keyOf(of, id);
    // a thing that is new is no change: what is done to it later is one
    const isNew = before === null && !of.comesAndGoes;
    const earlier = this.found.get(key) ?? { key, of, id, edits: 0, first: ordinal, at: meta.at, before: isNew ? after : before };
    const begins = earlier.edits === 0 ? { first: ordinal, at: meta.at } : {};
    this.found.set(key, { ...earlier, ...begins, edits: earlier.edits + (isNew ? 0 : 1), last: ordinal, after });
  }
}

/** The version of the other period: that before the edits where it was earlier, or else that after them. */
export const targetOf = ({ before, after }: Edited, isLater: boolean): Row | null => (isLater ? before : after);

export const fieldsChanged = ({ of, before, after }: Edited): readonly string[] => changedFields(of, before, after);

/** Brings things back in a world at the beginning of a period, and leaves out their recorded edits. */
export class Undoing {
  private readonly undone = new Map<string, Edited>();
  private readonly byCommand = new Map<string, Edited[]>();

  constructor(
    private readonly edited: readonly Edited[],
    private readonly isLater: boolean,
  ) {}

  /** `cannot` is told of one that can’t be brought back: it stays as it was. */
  begin(world: World, cannot: (one: Edited) => void): Repeats {
    for (const one of this.edited) {
      if (this.restore(one, world).some((command) => world.run(command, { actor: changer }).kind === 'refused')) cannot(one);
      else this.leaveOut(one);
    }
    return ({ command }) =>
      this.byCommand.get(command.type)?.some(({ of, id }) => of.only !== undefined || (command.data as Row)[of.idField] === id)
        ? null
        : command;
  }

  /** An edit that follows from something else, as from an applied plan, is no act of its own: it is undone once it is made. */
  again({ type, data, meta }: Recorded, world: World): ExternalAnswer | undefined {
    if (meta.actor.id === changer.id || meta.actor.kind === 'system') return undefined;
    for (const of of kindsByEvent.get(type) ?? []) {
      const one = this.undone.get(keyOf(of, idIn(of, data)));
      const command = one && this.restore(one, world)[0];
      if (command) return { command, actor: changer };
    }
    return undefined;
  }

  private restore(one: Edited, world: World): readonly Message[] {
    const { of, id } = one;
    return of.restore({ id, target: targetOf(one, this.isLater), now: rowIn(world, of, id), instant: world.now });
  }

  private leaveOut(one: Edited): void {
    this.undone.set(one.key, one);
    for (const type of one.of.edits) this.byCommand.set(type, [...(this.byCommand.get(type) ?? []), one]);
  }
}
