import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { ForeignEvent, ForeignEventOf, PersonReference } from '@tocsin/contracts/imported-history/events.js';
import type { ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import { ERASED, isErased } from '@tocsin/contracts/ids.js';
import type { ImportedRing } from '../../imports/shared/imported-alert.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';

/** An alert of another system, as its newest states say. */
export interface HistoryAlert {
  readonly id: string;
  readonly system: ForeignSystemName;
  readonly title: string;
  readonly openedAt: string;
  readonly acknowledgedAt: string | null;
  readonly acknowledgedBy: PersonReference | null;
  readonly resolvedAt: string | null;
  /** The keys by which things here stand for those there. */
  readonly serviceKey: string | null;
  readonly serviceName: string;
  readonly integrationKey: string | null;
  readonly urgency: 'high' | 'low';
  readonly priority: string;
  /** As its sender said it, where the other system has kept that. */
  readonly said: SaidAlerts | null;
  /** What was written last; empty: nothing. */
  readonly note: string;
  readonly noteBy: PersonReference | null;
  /** Whom it rang, where it tells of which alert: people who are here. */
  readonly pages: readonly ImportedRing[];
}

export interface SaidAlerts {
  readonly kind: IntegrationKind;
  readonly alerts: readonly SignalAlert[];
}

/** Reads what a sender sent, as this installation would. `integrationKey`: by which an integration here stands for its own. */
export type ReadSaid = (body: string, integrationKey: string, at: string) => SaidAlerts | null;

const methods: readonly (readonly [RegExp, ContactKind])[] = [
  [/mail/i, 'email'],
  [/sms|text/i, 'sms'],
  [/voice|phone|call/i, 'voice'],
];

interface Folded {
  /** By their ids; absent: none is told. */
  pages?: Map<string, ImportedRing>;
  said: SaidAlerts | null;
  signal: ForeignEventOf<'ImportedSignal'> | undefined;
  acknowledged: { readonly at: string; readonly by: PersonReference | null } | undefined;
  resolvedAt: string | null;
  note: { readonly at: string; readonly text: string; readonly by: PersonReference | null } | undefined;
}

/** Of a note: a list is no place for more. */
const noteCharacters = 2_000;
const cutReference = /\{[a-z]*:?[0-9a-f-]*$/;

const shortOf = (text: string): string =>
  text.length <= noteCharacters ? text : `${text.slice(0, noteCharacters).replace(cutReference, '')}…`;

/** Without the body, which no list shows: a hundred thousand of them would not fit into memory. */
const withoutBody = (signal: ForeignEventOf<'ImportedSignal'>): ForeignEventOf<'ImportedSignal'> =>
  isErased(signal.words) ? signal : { ...signal, words: { ...signal.words, body: '' } };

/** The newest state of each original counts, in the order of the log. */
export class HistoryAlerts {
  private readonly byStream = new Map<string, Folded>();

  constructor(private readonly readSaid: ReadSaid = () => null) {}

  take(stream: string, event: ForeignEvent): void {
    if (event.type === 'ImportedSignal') Object.assign(this.of(stream), { signal: withoutBody(event.data), said: this.saidBy(event.data) });
    else if (event.type === 'ImportedPage') takePage(this.of(stream), event.data);
    else if (event.type === 'ImportedAct') this.takeAct(this.of(stream), event.data);
    else if (event.type === 'ImportedTextsRedacted') redact(this.of(stream));
  }

  /** In the order in which they opened; without those of which the system does not tell when. */
  all(): readonly HistoryAlert[] {
    return [...this.byStream.values()]
      .flatMap((one) => (one.signal === undefined || one.signal.at === null ? [] : [alertOf(one, one.signal, one.signal.at)]))
      .toSorted((one, other) => (one.openedAt === other.openedAt ? (one.id < other.id ? -1 : 1) : one.openedAt < other.openedAt ? -1 : 1));
  }

  private saidBy(signal: ForeignEventOf<'ImportedSignal'>): SaidAlerts | null {
    const { words, integration, at, isRaw } = signal;
    if (!isRaw || isErased(words) || integration === null || at === null) return null;
    return this.readSaid(words.body, keyOf(signal, integration.id), at);
  }

  private of(stream: string): Folded {
    const known = this.byStream.get(stream);
    if (known) return known;
    const fresh: Folded = { signal: undefined, said: null, acknowledged: undefined, resolvedAt: null, note: undefined };
    this.byStream.set(stream, fresh);
    return fresh;
  }

  private takeAct(folded: Folded, { act, at, by, words }: ForeignEventOf<'ImportedAct'>): void {
    if (at === null) return;
    if (act === 'acknowledged' && (folded.acknowledged === undefined || at <= folded.acknowledged.at)) folded.acknowledged = { at, by };
    if (act === 'resolved' && at > (folded.resolvedAt ?? '')) folded.resolvedAt = at;
    if (act === 'noted' && at >= (folded.note?.at ?? ''))
      folded.note = { at, by, text: isErased(words) ? redactedText : shortOf(words.body) };
  }
}

/** An app where nothing else is told: it makes a sound. The newest state of a page counts. */
function takePage(folded: Folded, { foreignId, alertId, at, to, method }: ForeignEventOf<'ImportedPage'>): void {
  if (alertId === null || at === null || to?.kind !== 'person') return;
  (folded.pages ??= new Map()).set(foreignId, { at, personId: to.id, by: methods.find(([words]) => words.test(method))?.[1] ?? 'push' });
}

/** At once: their keys may still be there. */
function redact(folded: Folded): void {
  folded.said = null;
  if (folded.signal !== undefined) folded.signal = { ...folded.signal, words: ERASED };
  if (folded.note !== undefined) folded.note = { ...folded.note, text: redactedText };
}

const keyOf = ({ system, account }: { readonly system: string; readonly account: string }, id: string): string =>
  `${system}:${account}:${id}`;

function alertOf(
  { said, acknowledged, resolvedAt, note, pages }: Folded,
  signal: ForeignEventOf<'ImportedSignal'>,
  openedAt: string,
): HistoryAlert {
  const { system, foreignId, words, service, integration, urgency, priority } = signal;
  const ended = signal.resolvedAt ?? resolvedAt;
  const over = ended !== null && ended >= openedAt ? ended : null;
  return {
    id: foreignId,
    system,
    title: isErased(words) ? redactedText : words.title,
    openedAt,
    ...takenOf(signal, { acknowledged, openedAt, over }),
    resolvedAt: over,
    serviceKey: service === null ? null : keyOf(signal, `service:${service.id}`),
    serviceName: service?.name ?? '',
    integrationKey: integration === null ? null : keyOf(signal, integration.id),
    urgency,
    priority,
    said,
    pages: [...(pages?.values() ?? [])].map((page) => (page.at < openedAt ? { ...page, at: openedAt } : page)),
    ...(note === undefined ? { note: '', noteBy: null } : { note: note.text, noteBy: note.by }),
  };
}

/** Who took it first: not before it opened, nor after it was over. */
function takenOf(
  signal: ForeignEventOf<'ImportedSignal'>,
  { acknowledged, openedAt, over }: Pick<Folded, 'acknowledged'> & { readonly openedAt: string; readonly over: string | null },
): Pick<HistoryAlert, 'acknowledgedAt' | 'acknowledgedBy'> {
  const { at, by } = acknowledged ?? { at: signal.acknowledgedAt, by: signal.acknowledgedBy };
  const isTold = at !== null && at >= openedAt && (over === null || at <= over);
  return isTold ? { acknowledgedAt: at, acknowledgedBy: by ?? signal.acknowledgedBy } : { acknowledgedAt: null, acknowledgedBy: null };
}
