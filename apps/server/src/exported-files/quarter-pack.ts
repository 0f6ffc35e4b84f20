import type { EventType, FactOf } from '@tocsin/contracts/catalogue.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import { quarterOf } from '@tocsin/domain/operation/exported-files/shared/quarter.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { isEventNaming, textsOf, type FilePeople } from './file-texts.js';
import type { Pack, PackSource } from './pack.js';

export interface QuarterFile extends Pick<FilePeople, 'names' | 'hidden'> {
  /** Null: of all teams. */
  readonly teamId: string | null;
  readonly quarter: string;
  /** Names of all teams, by id. */
  readonly teams: Readonly<Record<string, string>>;
  readonly upTo: number;
  readonly at: string;
}

/** What is read, and that which the pack lists. */
const read = ['AlertGroupOpened', 'AlertGroupAcknowledged', 'AlertGroupResolved', 'PageStarted'] as const satisfies readonly EventType[];
const eventsPerPage = 500;

interface Group {
  readonly number: number;
  readonly team: TeamFigures;
  /** Null: somebody has acknowledged it. */
  openedAt: string | null;
}
const isFew = (people: ReadonlySet<string>): boolean => people.size < fileLimits.fewestPeople;
const inEnglish = (n: number): string => n.toLocaleString('en');

class TeamFigures {
  opened = 0;
  high = 0;
  pages = 0;
  /** Milliseconds, one for each alert group that a person acknowledged. */
  readonly waits: number[] = [];
  readonly paged = new Set<string>();
  /** Who acknowledged one first. */
  readonly acknowledgers = new Set<string>();
  readonly resolvers = new Set<string>();

  constructor(readonly name: string) {}

  row(): readonly string[] {
    const people = new Set([...this.paged, ...this.acknowledgers, ...this.resolvers]);
    if (isFew(people)) return [this.name, `fewer than ${fileLimits.fewestPeople} people: none`, '', '', '', '', ''];
    const figures = [people.size, this.opened, this.high].map(inEnglish);
    return [this.name, ...figures, isFew(this.paged) ? '' : inEnglish(this.pages), ...this.ofAcknowledgers()];
  }

  private ofAcknowledgers(): readonly string[] {
    if (isFew(this.acknowledgers)) return ['', ''];
    const middle = this.waits.toSorted((a, b) => a - b)[Math.floor((this.waits.length - 1) / 2)]!;
    return [inEnglish(this.waits.length), String(Math.round(middle / 60_000))];
  }

  /** What fewer than five people did is left out. */
  isShown({ type, meta }: StoredEvent): boolean {
    if (type === 'AlertGroupOpened') return true;
    if ((JSON.parse(meta) as Meta).actor.kind !== 'person') return true;
    return !isFew(type === 'AlertGroupResolved' ? this.resolvers : this.acknowledgers);
  }
}

interface OfGroup {
  readonly groupId: string;
}

/** The alert groups of a quarter, and what came of each until its end. */
class Quarter {
  readonly teams = new Map<string, TeamFigures>();
  readonly groups = new Map<string, Group>();
  private readonly period: ReturnType<typeof quarterOf>;

  constructor(private readonly file: QuarterFile) {
    this.period = quarterOf(file.quarter);
  }

  /** Its alert group; undefined: it is about another one. */
  groupOf({ type, data, meta }: StoredEvent): Group | undefined {
    const { at } = JSON.parse(meta) as Meta;
    if (at < this.period.from || at >= this.period.to) return undefined;
    const fact = JSON.parse(data) as OfGroup;
    if (type === 'AlertGroupOpened' && !this.groups.has(fact.groupId)) this.open(fact as FactOf<'AlertGroupOpened'>, at);
    return this.groups.get(fact.groupId);
  }

  private open({ groupId, number, teamId, urgency, test, rehearses }: FactOf<'AlertGroupOpened'>, at: string): void {
    if (test || rehearses || (this.file.teamId !== null && teamId !== this.file.teamId)) return;
    const key = teamId ?? '';
    const team = this.teams.get(key) ?? new TeamFigures(this.file.teams[key] ?? 'no team');
    this.teams.set(key, team);
    team.opened += 1;
    if (urgency === 'high') team.high += 1;
    this.groups.set(groupId, { number, team, openedAt: at });
  }

  count(event: StoredEvent): void {
    const group = this.groupOf(event);
    if (!group) return;
    const { at, actor } = JSON.parse(event.meta) as Meta;
    const { team, openedAt } = group;
    if (event.type === 'PageStarted') {
      const { personId, quiet } = JSON.parse(event.data) as FactOf<'PageStarted'>;
      if (quiet) return;
      team.paged.add(personId);
      team.pages += 1;
    }
    if (actor.kind !== 'person') return;
    if (event.type === 'AlertGroupResolved') team.resolvers.add(actor.id);
    if (event.type === 'AlertGroupAcknowledged' && openedAt !== null) {
      team.acknowledgers.add(actor.id);
      team.waits.push(millisBetween(openedAt, at));
      group.openedAt = null;
    }
  }
}

/** A quarter: its alert groups, what people did about them, and figures by team. Of fewer than five people it says nothing. */
export const quarterPack = (source: PackSource, file: QuarterFile): Pack => {
  const texts = textsOf({ people: Object.keys(file.names ?? {}), names: file.names, hidden: file.hidden });
  async function* stored(): AsyncGenerator<StoredEvent> {
    for (let after = 0; ;) {
      const page = await source.log.readAll({ after, limit: eventsPerPage, types: read });
      for (const event of page) if (event.ordinal <= file.upTo) yield event;
      const last = page.at(-1);
      if (!last || last.ordinal >= file.upTo) return;
      after = last.ordinal;
    }
  }
  let counted: Promise<Quarter> | undefined;
  const count = async (): Promise<Quarter> => {
    const quarter = new Quarter(file);
    for await (const event of stored()) quarter.count(event);
    return quarter;
  };
  let figures: readonly (readonly string[])[] = [];
  async function* events(): AsyncGenerator<StoredEvent> {
    const quarter = await (counted ??= count());
    figures = [...quarter.teams.values()].map((team) => team.row());
    for await (const event of stored()) {
      const group = event.type === 'PageStarted' ? undefined : quarter.groupOf(event);
      if (group?.team.isShown(event)) yield event;
    }
  }
  const { from, to } = quarterOf(file.quarter);
  const whose = file.teamId === null ? 'all teams' : (file.teams[file.teamId] ?? 'a removed team');
  return {
    title: `Evidence of ${file.quarter}: ${whose}`,
    notes: [
      `Alert groups that opened from ${from.slice(0, 10)} until ${to.slice(0, 10)} (UTC), tests left out, and what was done about them by then.`,
      file.names ? 'WITH NAMES OF PEOPLE, as the person who exported it chose.' : 'Without names of people.',
      `Figures about fewer than ${fileLimits.fewestPeople} people of a team, and what they did, are left out.`,
      `Exported from Tocsin at ${file.at}, up to event ${file.upTo}. Nothing that is erased there later is erased here.`,
    ],
    at: file.at,
    events,
    othersIn: (event) => {
      if (event.type === 'AlertGroupOpened') return Promise.resolve('says what a sender wrote');
      return Promise.resolve(isEventNaming(texts, event) ? 'names people' : null);
    },
    words: () => {
      const numbers = new Map<string, number>();
      return ({ type, data, meta }) => {
        const what = eventWordsOf(type);
        if (type === 'AlertGroupOpened') {
          const { groupId, number, urgency, title } = data as FactOf<'AlertGroupOpened'>;
          numbers.set(groupId, number);
          return `${what}: #${number}, ${urgency} urgency: ${texts.clean(readablePersonal(title, redactedText))}`;
        }
        const who = file.names && meta.actor.kind === 'person' ? ` by ${texts.person(meta.actor.id)}` : '';
        return `${what}: #${numbers.get((data as OfGroup).groupId) ?? ''}${who}`;
      };
    },
    tables: () => [
      {
        title: 'By team',
        head: ['Team', 'People', 'Alert groups', 'High urgency', 'Pages', 'Acknowledged', 'Median minutes until then'],
        rows: figures,
      },
    ],
    files: [],
  };
};
