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
class TeamFigures {
  opened = 0;
  high = 0;
  pages = 0;
  /** Milliseconds, one for each alert group that a person acknowledged. */
  readonly waits: number[] = [];
  readonly people = new Set<string>();

  constructor(readonly name: string) {}

  get isSmall(): boolean {
    return this.people.size < fileLimits.fewestPeople;
  }

  row(): readonly string[] {
    if (this.isSmall) return [this.name, `fewer than ${fileLimits.fewestPeople} people: none`, '', '', '', '', ''];
    const middle = this.waits.toSorted((a, b) => a - b)[Math.floor((this.waits.length - 1) / 2)];
    const figures = [this.people.size, this.opened, this.high, this.pages, this.waits.length].map((n) => n.toLocaleString('en'));
    return [this.name, ...figures, middle === undefined ? '' : String(Math.round(middle / 60_000))];
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
    if (actor.kind === 'person') team.people.add(actor.id);
    if (event.type === 'PageStarted') {
      const { personId, quiet } = JSON.parse(event.data) as FactOf<'PageStarted'>;
      team.people.add(personId);
      if (!quiet) team.pages += 1;
    }
    if (event.type === 'AlertGroupAcknowledged' && actor.kind === 'person' && openedAt !== null) {
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
      if (group && (event.type === 'AlertGroupOpened' || !group.team.isSmall)) yield event;
    }
  }
  const { from, to } = quarterOf(file.quarter);
  const whose = file.teamId === null ? 'all teams' : (file.teams[file.teamId] ?? 'a removed team');
  return {
    title: `Evidence of ${file.quarter}: ${whose}`,
    notes: [
      `Alert groups that opened from ${from.slice(0, 10)} until ${to.slice(0, 10)} (UTC), tests left out, and what was done about them by then.`,
      file.names ? 'WITH NAMES OF PEOPLE, as whoever exported it chose.' : 'Without names of people.',
      `Teams of which fewer than ${fileLimits.fewestPeople} people were paged or acted have no figures, and what they did is left out.`,
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
