import { textOf, type Fields, type ForeignAnswer } from '@tocsin/domain/observers/moving-in/answers.js';
import { instantOf, type ForeignFact } from '@tocsin/domain/observers/moving-in/history/foreign-fact.js';
import { historyReaders } from '@tocsin/domain/observers/moving-in/history/history-readers.js';
import type { Client } from './rescue/client.js';
import { isRead, methodOf } from './rescue/questions.js';
import { RescueStopped } from './rescue/rescue-stopped.js';
import { fieldsOf, type Ask, type Row, type System } from './rescue/source.js';

export type ComparableSystem = 'pagerduty' | 'goalert' | 'opsgenie';

export interface Stretch {
  readonly from: string;
  /** Exclusive; both in whole seconds. */
  readonly to: string;
  /** Alerts of before that had not ended. */
  readonly follow: readonly string[];
}

/** Whom a system notified of one alert in a stretch of time. Alert null: one message about several. */
export interface NotifiedThere {
  readonly alertId: string | null;
  /** Theirs; empty: it is not told again of an alert of before. */
  readonly serviceId: string;
  readonly at: string;
  readonly pages: readonly { readonly account: string; readonly at: string; readonly method: string }[];
  readonly endedAt: string | null;
}

export interface ReadThere {
  readonly alerts: readonly NotifiedThere[];
  /** Addresses of accounts, by each of their names; read only where somebody was notified. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** Pages of one list, and alerts that are asked for one by one: what is more stops the reading. */
const mostPages = 300;
const mostAlerts = 300;
/** Whether the edge of a stretch is in an answer differs. */
const margin = 1_000;

/** Asks the questions of a rescue, for a stretch of time. */
class Questions {
  constructor(
    private readonly system: System,
    private readonly client: Client,
    private readonly stretch: Stretch,
  ) {}

  async facts(name: string, row: Row = {}): Promise<readonly ForeignFact[]> {
    const reader = historyReaders[this.system.name as ComparableSystem][name]!;
    return (await this.answers(name, row)).flatMap((answer) => reader(answer));
  }

  async answers(name: string, row: Row = {}): Promise<readonly ForeignAnswer[]> {
    const kind = this.system.kinds.find((one) => one.name === name)!;
    const from = new Date(Date.parse(this.stretch.from) - margin).toISOString();
    const to = new Date(Date.parse(this.stretch.to) + margin).toISOString();
    const about = { row, listedBy: { path: '' }, at: to, from, to };
    const answers: ForeignAnswer[] = [];
    let ask = kind.ask(about) as Ask | null;
    for (let page = 0; ask !== null; page += 1) {
      if (page === mostPages) throw new RescueStopped(`${this.system.title} tells of more than can be read at once.`);
      const answer = await this.client.ask(ask);
      // one alert that was deleted there: the others are told
      if (answer.status === 404 && 'id' in row) return answers;
      if (!isRead(answer)) throw new RescueStopped(`${this.system.title} refuses to tell ${name} (${answer.status}).`);
      answers.push({ asked: `${methodOf(ask)} ${ask.path}`, graphql: ask.graphql, ...answer });
      ask = (kind.next ?? this.system.next)(ask, answer.body, about);
    }
    return answers;
  }

  isIn(at: string | null): at is string {
    return at !== null && at >= this.stretch.from && at < this.stretch.to;
  }
}

interface Draft {
  at: string;
  serviceId: string;
  endedAt: string | null;
  readonly pages: NotifiedThere['pages'][number][];
}

/** Alerts by their ids; what has none stands alone. */
class Drafts {
  private readonly byAlert = new Map<string, Draft>();
  private readonly alone: NotifiedThere[] = [];

  of(alertId: string, at: string, serviceId: string): Draft {
    const draft = this.byAlert.get(alertId) ?? { at, serviceId, endedAt: null, pages: [] };
    this.byAlert.set(alertId, draft);
    if (at < draft.at) draft.at = at;
    if (draft.serviceId === '') draft.serviceId = serviceId;
    return draft;
  }

  page(alertId: string | null, serviceId: string, page: NotifiedThere['pages'][number]): void {
    if (alertId === null) this.alone.push({ alertId, serviceId, at: page.at, pages: [page], endedAt: null });
    else this.of(alertId, page.at, serviceId).pages.push(page);
  }

  end(alertId: string, at: string, serviceId: string): void {
    const draft = this.of(alertId, at, serviceId);
    if (draft.endedAt === null || at < draft.endedAt) draft.endedAt = at;
  }

  get ids(): readonly string[] {
    return [...this.byAlert.keys()];
  }

  list(): readonly NotifiedThere[] {
    return [...this.alone, ...[...this.byAlert].map(([alertId, draft]) => ({ alertId, ...draft }))];
  }
}

const isEnd = (fact: ForeignFact): boolean => fact.kind === 'act' && (fact.act === 'acknowledged' || fact.act === 'resolved');
const originalOf = ({ original }: ForeignFact): Fields => fieldsOf(original);

/** One list has pages, triggers and acts of all alerts. */
async function readPagerduty(questions: Questions): Promise<Drafts> {
  const drafts = new Drafts();
  for (const fact of await questions.facts('log-entries')) {
    const { at } = fact;
    if (!questions.isIn(at) || !('alertId' in fact) || !fact.alertId) continue;
    const serviceId = textOf(fieldsOf(originalOf(fact).service).id);
    if (fact.kind === 'page') {
      if (fact.to !== null) drafts.page(fact.alertId, serviceId, { account: fact.to, at, method: fact.method });
    } else if (isEnd(fact)) drafts.end(fact.alertId, at, serviceId);
    else if (originalOf(fact).type === 'trigger_log_entry') drafts.of(fact.alertId, at, serviceId);
  }
  return drafts;
}

/** Of an alert, or of several of a service; not of its end, nor of a shift, a test or a code. */
const isAboutAlerts = ({ type }: Fields): boolean => /^alert(?:[ _]?(?:notification)?[ _]?(?:bundle)?)$/i.test(textOf(type));

async function readGoalert(questions: Questions, { follow }: Stretch): Promise<Drafts> {
  const drafts = new Drafts();
  for (const fact of await questions.facts('message-logs')) {
    const original = originalOf(fact);
    const created = instantOf(original.createdAt);
    if (fact.kind !== 'page' || fact.to === null || !questions.isIn(created) || !isAboutAlerts(original)) continue;
    drafts.page(fact.alertId, textOf(original.serviceID), { account: fact.to, at: created, method: fact.method });
  }
  for (const alertID of limited(drafts.ids, follow))
    for (const fact of await questions.facts('alert-events', { alertID }))
      if (isEnd(fact) && fact.at !== null) drafts.end(alertID, fact.at, '');
  return drafts;
}

async function readOpsgenieAlert(questions: Questions, drafts: Drafts, id: string): Promise<void> {
  for (const fact of await questions.facts('alert', { id })) {
    if (fact.kind !== 'signal') continue;
    for (const at of [fact.acknowledgedAt, fact.resolvedAt]) if (at !== null) drafts.end(id, at, fact.service?.id ?? '');
  }
  for (const fact of await questions.facts('alert-recipients', { id }))
    if (fact.kind === 'page' && fact.to !== null && questions.isIn(fact.at))
      drafts.page(id, '', { account: fact.to, at: fact.at, method: fact.method });
}

async function readOpsgenie(questions: Questions, { follow }: Stretch): Promise<Drafts> {
  const drafts = new Drafts();
  for (const fact of await questions.facts('alerts'))
    if (fact.kind === 'signal' && questions.isIn(fact.at)) drafts.of(fact.id, fact.at, fact.service?.id ?? '');
  if (drafts.ids.length > mostAlerts) throw new RescueStopped('Opsgenie tells of more than can be read at once.');
  for (const id of limited(drafts.ids, follow)) await readOpsgenieAlert(questions, drafts, id);
  return drafts;
}

const limited = (ids: readonly string[], follow: readonly string[]): readonly string[] =>
  [...new Set([...ids, ...follow])].slice(0, mostAlerts);

const readers: Readonly<Record<ComparableSystem, (questions: Questions, stretch: Stretch) => Promise<Drafts>>> = {
  pagerduty: readPagerduty,
  goalert: readGoalert,
  opsgenie: readOpsgenie,
};

async function readAddresses(system: System, questions: Questions): Promise<ReadThere['addresses']> {
  const { kind, id, names } = system.people;
  const rows = (await questions.answers(kind)).flatMap(({ body }) => system.rows(body));
  return Object.fromEntries(
    rows.flatMap((row) => {
      const email = textOf(row[names[0]!]);
      return email.includes('@') ? [id, names[0]!].map((name) => [textOf(row[name]), email.toLowerCase()] as const) : [];
    }),
  );
}

/** Whom another system notified in a stretch of time. Throws RescueStopped where it can’t be told whole: then it is read again later. */
export async function readNotified(system: System, client: Client, stretch: Stretch): Promise<ReadThere> {
  const questions = new Questions(system, client, stretch);
  const alerts = (await readers[system.name as ComparableSystem](questions, stretch)).list();
  const isAny = alerts.some(({ pages }) => pages.length > 0);
  return { alerts, addresses: isAny ? await readAddresses(system, questions) : {} };
}
