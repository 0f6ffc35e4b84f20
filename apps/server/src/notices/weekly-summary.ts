import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { isErased, readablePersonal } from '@tocsin/contracts/ids.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import { namedMeasures } from '@tocsin/contracts/reports/measures.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { reportVersions, type ReportFigures, type ReportName } from '@tocsin/contracts/reports/reports.js';
import { wantedBy } from '@tocsin/domain/operation/notices/shared/wanted.js';
import { newestZonesVersion } from '@tocsin/domain/setup/schedules/shared/wall-clock.js';
import { dayOf, addMillis } from '@tocsin/kernel/time.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { isWaitedOut, reasonOf } from '@tocsin/platform/reactor/faults.js';
import { summaryHtml, summarySubject, summaryText, type SummaryMail, type SummaryPart } from '../deliveries/summary-mail.js';
import type { ReportsKeeper } from '../reports/reports-keeper.js';
import { automatic, canMail, type MailDependencies } from '../reactor/mail-people.js';

type SummaryDue = RecordedOf<'WeeklySummaryDue'>;

export interface SummaryDependencies extends MailDependencies {
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
const daysOf = ({ data: { monday } }: SummaryDue): { readonly from: string; readonly to: string } => {
  const at = `${monday}T00:00:00.000Z`;
  return { from: dayOf(addMillis(at, -7 * day)), to: dayOf(addMillis(at, -day)) };
};

/** `16–22 Nov 2026`, `30 Nov – 6 Dec 2026` */
const weekOf = (event: SummaryDue): string => {
  const { from, to } = daysOf(event);
  const formatDate = (date: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(Date.parse(date));
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const first = formatDate(from, { day: 'numeric', ...(isOneMonth ? {} : { month: 'short' }) });
  return `${first}${isOneMonth ? '–' : ' – '}${formatDate(to, { day: 'numeric', month: 'short', year: 'numeric' })}`;
};

/** The report as of when the mail was due, so that a retry has the same figures. */
async function figuresOf<Name extends ReportName>(
  { reports }: SummaryDependencies,
  { ordinal, data }: SummaryDue,
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

async function partOf(dependencies: SummaryDependencies, event: SummaryDue, team: Team | null): Promise<SummaryPart> {
  const find = <Name extends ReportName>(report: Name): Promise<ReportFigures[Name]> =>
    figuresOf(dependencies, event, report, team?.id ?? null);
  const { timeZone: zone } = event.data;
  const search = new URLSearchParams({ ...daysOf(event), zone, ...(team ? { team: team.id } : {}), ordinal: `${event.ordinal}` });
  return {
    name: team?.name ?? 'all teams',
    figures: {
      response: await find('response'),
      load: await find('load'),
      noise: await find('noise'),
      delivery: await find('delivery'),
      cost: await find('cost'),
    },
    link: (report) => `${dependencies.address.url()}/reports/${report}?${search.toString()}`,
  };
}

/** A person’s teams, by name. */
const teamsOf = ({ server }: SummaryDependencies, personId: string): readonly Team[] =>
  [...server.reads.teams.all()]
    .filter(({ members }) => members.some((member) => member.personId === personId))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, maxTeams);

/** The recipient as of now; undefined when there is none. */
const readerOf = (dependencies: SummaryDependencies, { data: { personId } }: SummaryDue): PersonRow | undefined => {
  const { reads } = dependencies.server;
  return canMail(dependencies) && wantedBy(reads, personId, 'weekly_summary') ? reads.people.get(personId) : undefined;
};

const mailOf = async (dependencies: SummaryDependencies, event: SummaryDue, { id, name }: PersonRow): Promise<SummaryMail> => {
  const teams = teamsOf(dependencies, id);
  const summaryParts: SummaryPart[] = [];
  for (const team of teams.length > 0 ? teams : [null]) summaryParts.push(await partOf(dependencies, event, team));
  return {
    reader: readablePersonal(name),
    week: weekOf(event),
    parts: summaryParts,
    settings: `${dependencies.address.url()}/me#quiet-messages`,
  };
};

const failedOutcome = (error: OutgoingFailed): EffectOutcome => ({
  kind: 'failed',
  reason: error.reason,
  retry: error.retry,
  retryAfter: peopleLimits.summaryRetry,
});

/** Mails the week’s reports to people who have turned them on, unless they have turned them off since. It pages no one, and can wait. */
export const sendSummary = async (dependencies: SummaryDependencies, event: SummaryDue): Promise<EffectOutcome> => {
  const before = readerOf(dependencies, event);
  if (!before) return { kind: 'unneeded' };
  try {
    const mail = await mailOf(dependencies, event, before);
    // looked up again, because the reports took a while
    const to = readerOf(dependencies, event)?.email;
    if (to === undefined || isErased(to)) return { kind: 'unneeded' };
    await dependencies.mailer.send({
      to,
      subject: summarySubject(mail),
      text: summaryText(mail),
      html: summaryHtml(mail),
      idLeft: event.id,
      headers: { ...automatic, 'List-Unsubscribe': `<${mail.settings}>` },
      deadlineMs: mailServerLimits.smtpDeadline,
    });
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof OutgoingFailed) return failedOutcome(error);
    if (isWaitedOut(error)) throw error;
    dependencies.server.troubles.note('weekly summary', error);
    return { kind: 'failed', reason: reasonOf(error), retry: true, retryAfter: peopleLimits.summaryRetry };
  }
};
