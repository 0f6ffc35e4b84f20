import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import type { MessageRow } from '@tocsin/contracts/alert-groups/messages.js';
import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import { computeChanges } from '@tocsin/kernel/rows/view.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { eventsOfStream } from '@tocsin/platform/views/rows-of-stream.js';
import { viewDefinitions } from '../query/view-definitions.js';
import type { Pack, PackSource } from './pack.js';
import { isEventNaming, textsOf, type FilePeople } from './file-texts.js';
import { ids } from './group-pack.js';

export interface PersonFile extends Pick<FilePeople, 'hidden'> {
  readonly personId: string;
  readonly name: string;
  readonly timeZone: string;
  /** Instants. */
  readonly from: string;
  readonly to: string;
  readonly upTo: number;
  readonly at: string;
  /** Alert groups that they were paged for then. */
  readonly groups: readonly string[];
  /** Whether older pages are left out. */
  readonly isCut: boolean;
  /** Everybody else: what names them is hidden. */
  readonly others: readonly string[];
}

interface PagedGroup {
  readonly number: number;
  readonly title: string;
  readonly urgency: string;
}

/** Hours of a night, by the person’s clock. */
const night = { from: 22, to: 7 } as const;

const clockOf = (timeZone: string): ((at: string) => { readonly words: string; readonly isNight: boolean }) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return (at) => {
    const time = new Date(at);
    const clock = Number(hour.format(time));
    return { words: format.format(time), isNight: clock >= night.from || clock < night.to };
  };
};

/** What paged one person, read from the streams of the groups. */
class PagesOfPerson {
  readonly rows = new Map<string, MessageRow>();
  readonly groups = new Map<string, PagedGroup>();
  private readonly view = viewDefinitions.get('messages')!;

  constructor(
    private readonly file: PersonFile,
    private readonly clean: (text: string) => string,
  ) {}

  /** Whether it is about one of their pages. */
  take(event: Recorded): boolean {
    if (event.type === 'AlertGroupOpened') this.open(event.data as FactOf<'AlertGroupOpened'>);
    const { pageId } = event.data as { readonly pageId?: string | null };
    if (event.type === 'PageStarted') {
      const { personId } = event.data as FactOf<'PageStarted'>;
      if (personId !== this.file.personId || event.meta.at < this.file.from || event.meta.at >= this.file.to) return false;
    } else if (!pageId || !this.rows.has(pageId)) return false;
    for (const [id, row] of computeChanges(this.view, event, (one) => this.rows.get(one))) if (row) this.rows.set(id, row as MessageRow);
    return true;
  }

  private open({ groupId, number, title, urgency }: FactOf<'AlertGroupOpened'>): void {
    this.groups.set(groupId, { number, title: this.clean(readablePersonal(title, redactedText)), urgency });
  }
}

/** One person’s nights: what paged them, and what they did about it. It shows nobody else. */
export const personPack = (source: PackSource, file: PersonFile): Pack => {
  const texts = textsOf({ people: [file.personId], names: { [file.personId]: file.name }, hidden: file.hidden });
  const { clean } = texts;
  const others = new Set(file.others);
  const clock = clockOf(file.timeZone);
  let pages = new PagesOfPerson(file, clean);
  const ofGroup = (groupId: string): string => {
    const group = pages.groups.get(groupId);
    return group ? `#${group.number}, ${group.urgency} urgency: ${group.title}` : 'an alert group';
  };
  async function* events(): AsyncGenerator<StoredEvent> {
    pages = new PagesOfPerson(file, clean);
    const own: StoredEvent[] = [];
    for (const groupId of file.groups)
      for await (const stored of eventsOfStream(source.log, `alertGroup-${groupId}`, file.upTo))
        if (pages.take(source.decode(stored))) own.push(stored);
    yield* own.toSorted((a, b) => a.ordinal - b.ordinal);
  }
  const rowOf = ({ groupId, startedAt, attempts, state }: MessageRow): readonly string[] => {
    const { words, isNight } = clock(startedAt);
    return [
      words,
      isNight ? 'night' : 'day',
      ofGroup(groupId),
      state,
      attempts.map((one) => `${contactTraits[one.kind].word}: ${one.state}`).join(', '),
    ];
  };
  const sorted = (): readonly MessageRow[] =>
    [...pages.rows.values()].filter(({ quiet }) => !quiet).toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  return {
    title: `Pages to ${file.name}`,
    notes: [
      `From ${clock(file.from).words} to ${clock(file.to).words}, in ${file.timeZone}; a night is from ${night.from}:00 to ${night.to}:00. It shows nobody else.`,
      ...(file.isCut ? ['There were more pages: the oldest are left out.'] : []),
      `Exported from Tocsin at ${file.at}, up to event ${file.upTo}. Nothing that is erased there later is erased here.`,
    ],
    at: file.at,
    events,
    othersIn: (event) => {
      const { actor } = JSON.parse(event.meta) as Meta;
      const isOthers = others.has(actor.id) || [...event.data.matchAll(ids)].some(([id]) => others.has(id)) || isEventNaming(texts, event);
      return Promise.resolve(isOthers ? 'names other people' : null);
    },
    words: () => (event) => `${eventWordsOf(event.type)}: ${ofGroup((event.data as { readonly groupId: string }).groupId)}`,
    tables: () => {
      const all = sorted();
      const atNight = all.filter(({ startedAt }) => clock(startedAt).isNight).length;
      return [
        { title: 'In numbers', head: ['Pages', 'At night'], rows: [[String(all.length), String(atNight)]] },
        { title: 'Each page', head: ['When', 'Time of day', 'For', 'Outcome', 'Messages'], rows: all.map(rowOf) },
      ];
    },
    files: [],
  };
};
