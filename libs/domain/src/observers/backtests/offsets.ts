import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { importLogic } from '../imports/shared/import-logic.js';

/** With fewer acknowledgements of one person, the median of the group’s team is used; of everyone, if its team has none. */
const fewest = 5;

const medianOf = (delays: readonly number[]): number | undefined => delays.toSorted((a, b) => a - b)[(delays.length - 1) >> 1];

/** Events by which a group fires again: people paged after it acknowledge again. */
export const isRefire = (type: RecordedFact['type']): boolean => type === 'AlertGroupReturnedToFiring' || type === 'AlertGroupReopened';

interface Medians {
  readonly all: number | undefined;
  readonly of: ReadonlyMap<string, number>;
  /** By the list of the team’s delays. */
  readonly ofTeam: ReadonlyMap<readonly number[], number | undefined>;
}

const listIn = (listsByKey: Map<string, number[]>, key: string): number[] => {
  const list = listsByKey.get(key) ?? [];
  listsByKey.set(key, list);
  return list;
};

/** The recorded time from a person’s first page for a group (in an import: from its opening) to their acknowledge: once for each time that it fired. */
export class Offsets {
  /** By group: number of re-fires. */
  private readonly turns = new Map<string, number>();
  private readonly pages = new Map<string, string>();
  /** By alert group of an import, which says nothing of pages: when it opened. */
  private readonly tableOpenings = new Map<string, string>();
  private readonly offsets = new Map<string, number>();
  private readonly byPerson = new Map<string, number[]>();
  /** The delays of each team, which its groups share. */
  private readonly byTeam = new Map<string, number[]>();
  private readonly delaysOfTeam = new Map<string, number[]>();
  private medians: Medians | undefined;

  take(event: Recorded): void {
    const { type, data, meta } = event as RecordedFact;
    const { groupId } = data as { readonly groupId?: string };
    if (groupId === undefined) return;
    if (type === 'AlertGroupOpened') this.delaysOfTeam.set(groupId, listIn(this.byTeam, data.teamId ?? ''));
    if (type === 'AlertGroupOpened' && meta.logic === importLogic) this.tableOpenings.set(groupId, meta.at);
    if (isRefire(type)) this.turns.set(groupId, (this.turns.get(groupId) ?? 0) + 1);
    if (type === 'PageStarted' && !data.quiet) {
      const key = this.key(groupId, data.personId);
      if (!this.pages.has(key)) this.pages.set(key, meta.at);
    }
    const isAcknowledged = type === 'AlertGroupAcknowledged' || type === 'AlertGroupAcknowledgedToo';
    if (isAcknowledged && meta.actor.kind === 'person') this.noteAcknowledgement(groupId, meta);
  }

  private noteAcknowledgement(groupId: string, { actor, at }: Recorded['meta']): void {
    const key = this.key(groupId, actor.id);
    const since = this.pages.get(key) ?? this.tableOpenings.get(groupId);
    if (since === undefined || this.offsets.has(key)) return;
    const offset = millisBetween(since, at);
    this.offsets.set(key, offset);
    listIn(this.byPerson, actor.id).push(offset);
    this.delaysOfTeam.get(groupId)?.push(offset);
  }

  /** When the person was first paged since the group had fired again that often; undefined for one who was not. */
  pagedAt(groupId: string, personId: string, turn: number): string | undefined {
    return this.pages.get(this.key(groupId, personId, turn));
  }

  /**
   * The recorded delay when the group had fired again that often: undefined for a person who was paged and did not
   * acknowledge; the median for one who was not paged.
   */
  recorded(groupId: string, personId: string, turn: number): number | undefined {
    const key = this.key(groupId, personId, turn);
    return this.pages.has(key) ? this.offsets.get(key) : this.median(groupId, personId);
  }

  /** Undefined where no one ever acknowledged. */
  median(groupId: string, personId: string): number | undefined {
    this.medians ??= {
      all: medianOf([...this.byPerson.values()].flat()),
      of: new Map(
        [...this.byPerson].filter(([, delays]) => delays.length >= fewest).map(([person, delays]) => [person, medianOf(delays)!]),
      ),
      ofTeam: new Map([...this.byTeam.values()].map((delays) => [delays, medianOf(delays)])),
    };
    const { all, of, ofTeam } = this.medians;
    const team = this.delaysOfTeam.get(groupId);
    return of.get(personId) ?? (team && ofTeam.get(team)) ?? all;
  }

  private key(groupId: string, personId: string, turn = this.turns.get(groupId) ?? 0): string {
    return `${groupId} ${turn} ${personId}`;
  }
}
