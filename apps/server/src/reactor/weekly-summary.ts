import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { isErased, readable } from '@tocsin/contracts/ids.js';
import { limits } from '@tocsin/contracts/limits.js';
import { namedMeasures } from '@tocsin/contracts/report-measures.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import { reportVersions, type ReportFigures, type ReportName } from '@tocsin/contracts/reports.js';
import { newestZonesVersion } from '@tocsin/domain/schedules/shared/wall-clock.js';
import { dayOf, addMillis } from '@tocsin/kernel/time.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { isWaitedOut, reasonOf } from '@tocsin/platform/reactor/faults.js';
import { messageIdOf } from '../deliveries/email-channel.js';
import { summaryHtml, summarySubject, summaryText, type SummaryMail, type SummaryPart } from '../deliveries/summary-mail.js';
import type { ReportsKeeper } from '../reports/reports-keeper.js';
import { automatic, canMail, type MailParts } from './mail-people.js';

type Due = RecordedOf<'WeeklySummaryDue'>;

export interface SummaryParts extends MailParts {
  readonly reports: Pick<ReportsKeeper, 'report'>;
}

interface Team {
  readonly id: string;
  readonly name: string;
}

/** Keeps mails short: for a person in more teams, only the first by name are shown. */
const maxTeams = 5;

const day = 86_400_000;

/** Monday and Sunday, in the form that report addresses use. */
const daysOf = ({ data: { monday } }: Due): { readonly from: string; readonly to: string } => {
  const at = `${monday}T00:00:00.000Z`;
  return { from: dayOf(addMillis(at, -7 * day)), to: dayOf(addMillis(at, -day)) };
};

/** `16–22 Nov 2026`, `30 Nov – 6 Dec 2026` */
const weekOf = (event: Due): string => {
  const { from, to } = daysOf(event);
  const named = (date: string, how: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...how }).format(Date.parse(date));
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const first = named(from, { day: 'numeric', ...(isOneMonth ? {} : { month: 'short' }) });
  return `${first}${isOneMonth ? '–' : ' – '}${named(to, { day: 'numeric', month: 'short', year: 'numeric' })}`;
};

/** The report as of when the mail was due, so that a retry has the same figures. */
async function figuresOf<Name extends ReportName>(
  { reports }: SummaryParts,
  { ordinal, data }: Due,
  report: Name,
  team: string | null,
): Promise<ReportFigures[Name]> {
  const { from, to, timeZone: zone } = data;
  const { bytes } = await reports.report({
    report,
    version: reportVersions[report],
    from,
    to,
    zone,
    zones: newestZonesVersion(),
    ordinal,
    service: null,
    team,
    urgency: null,
    measures: [...namedMeasures],
  });
  return (JSON.parse(bytes) as { readonly figures: ReportFigures[Name] }).figures;
}

async function partOf(parts: SummaryParts, event: Due, team: Team | null): Promise<SummaryPart> {
  const find = <Name extends ReportName>(report: Name): Promise<ReportFigures[Name]> => figuresOf(parts, event, report, team?.id ?? null);
  const { timeZone: zone } = event.data;
  const search = new URLSearchParams({ ...daysOf(event), zone, ...(team ? { team: team.id } : {}), ordinal: `${event.ordinal}` });
  return {
    name: team?.name ?? 'all teams',
    figures: {
      response: await find('response'),
      load: await find('load'),
      noise: await find('noise'),
      delivery: await find('delivery'),
    },
    link: (report) => `${parts.address.url()}/reports/${report}?${search.toString()}`,
  };
}

/** A person’s teams, by name. */
const teamsOf = ({ server }: SummaryParts, personId: string): readonly Team[] =>
  [...server.reads.teams.all()]
    .filter(({ members }) => members.some((member) => member.personId === personId))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, maxTeams);

/** The recipient as of now; undefined when there is none. */
const readerOf = (parts: SummaryParts, { data: { personId } }: Due): PersonRow | undefined => {
  const { people, contacts } = parts.server.reads;
  const person = people.get(personId);
  const isOn = contacts.get(personId)?.weeklySummary !== undefined;
  return isOn && canMail(parts) && person?.state === 'active' ? person : undefined;
};

const mailOf = async (parts: SummaryParts, event: Due, { id, name }: PersonRow): Promise<SummaryMail> => {
  const teams = teamsOf(parts, id);
  const shown: SummaryPart[] = [];
  for (const team of teams.length > 0 ? teams : [null]) shown.push(await partOf(parts, event, team));
  return { reader: readable(name), week: weekOf(event), parts: shown, settings: `${parts.address.url()}/me#weekly-summary` };
};

const failed = (error: OutgoingFailed): EffectOutcome => ({
  kind: 'failed',
  reason: error.reason,
  retry: error.retry,
  retryAfter: limits.summaryRetry,
});

/** Mails the week’s reports to people who have turned them on, unless they have turned them off since. It pages no one, and can wait. */
export const sendSummary = async (parts: SummaryParts, event: Due): Promise<EffectOutcome> => {
  const before = readerOf(parts, event);
  if (!before) return { kind: 'unneeded' };
  try {
    const mail = await mailOf(parts, event, before);
    // looked up again, because the reports took a while
    const to = readerOf(parts, event)?.email;
    if (to === undefined || isErased(to)) return { kind: 'unneeded' };
    await parts.mailer.send({
      to,
      subject: summarySubject(mail),
      text: summaryText(mail),
      html: summaryHtml(mail),
      messageId: messageIdOf(event.id),
      headers: { ...automatic, 'List-Unsubscribe': `<${mail.settings}>` },
      deadlineMs: limits.smtpDeadline,
    });
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof OutgoingFailed) return failed(error);
    if (isWaitedOut(error)) throw error;
    parts.server.troubles.note('weekly summary', error);
    return { kind: 'failed', reason: reasonOf(error), retry: true, retryAfter: limits.summaryRetry };
  }
};
