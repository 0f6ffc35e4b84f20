import { z } from 'zod';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { PlannedTool } from '@tocsin/contracts/tool-plans/noun.js';
import { OwnText } from './untrusted.js';

/** Reads a path of the API with the caller’s token. Throws ReadRefused. */
export type ReadApi = (path: string) => Promise<unknown>;

/** The API as the caller’s token may use it. */
export interface Api {
  readonly read: ReadApi;
  /** Sends a command. Throws ReadRefused. */
  readonly send: (type: string, data: object) => Promise<unknown>;
  /** The public address, for links. */
  readonly url: string;
}

export class ReadRefused extends Error {
  constructor(
    readonly code: string,
    says: string,
  ) {
    super(says);
  }
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly says: string;
  readonly input: Input;
  /** What its answer always has; it has more. */
  readonly answers: z.ZodObject;
  readonly read: (input: z.infer<Input>, read: ReadApi, api: Api) => Promise<unknown>;
  /** It asks a person to let it act; `destructive`: what it asks for is not taken back with a click. */
  readonly plans?: { readonly destructive: boolean };
}
const tool = <Input extends z.ZodObject>(one: Tool<Input>): Tool => one;

const instant = z.iso.datetime();
const id = z.uuid();
const at = instant.optional().describe('An instant: as of then. Default: now.');
const limit = z.number().int().min(1).max(50).default(20);
const cursor = z.string().max(2_000).optional().describe('The `next` of the previous answer.');
const number = z.number().int().min(1).describe('The number of the alert group: 12 for #12.');
const from = z.union([instant, z.iso.date()]).optional().describe('The start: an instant or a day.');
const to = z.union([instant, z.iso.date()]).optional().describe('The end: an instant, or a day that is included.');

const row = z.looseObject({ id: z.string(), ordinal: z.number(), row: z.looseObject({}) });
const rows = z.looseObject({ rows: z.array(row), next: z.string().nullable() });
const events = z.looseObject({
  events: z.array(z.looseObject({ ordinal: z.number(), type: z.string(), id: z.string() })),
  next: z.number().nullable(),
});
const plan = z.looseObject({ plan: z.looseObject({ id: z.string(), state: z.string(), says: z.string(), approve: z.string() }) });
const listed = z.array(z.looseObject({}));

type Parameter = string | number | undefined;
const pathOf = (path: string, parameters: Readonly<Record<string, Parameter>>): string => {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
};

interface Listed {
  readonly rows: readonly { readonly id: string; readonly row: Readonly<Record<string, unknown>> }[];
}
const groupOf = async (wanted: number, moment: string | undefined, read: ReadApi): Promise<Listed['rows'][number]> => {
  const { rows } = (await read(pathOf('/api/views/alertGroups', { 'where.number': wanted, limit: 1, at: moment }))) as Listed;
  if (!rows[0])
    throw new ReadRefused('request.not_found', `There is no alert group #${wanted}${moment === undefined ? '' : ' at that moment'}.`);
  return rows[0];
};

/** The last position as of a moment, or the given one if that is earlier. */
const ordinalOf = async (moment: string, ordinal: number | undefined, read: ReadApi): Promise<number> => {
  const { ordinal: last } = (await read(pathOf('/api/moment', { at: moment }))) as { readonly ordinal: number };
  return Math.min(last, ordinal ?? last);
};

const statuses = ['firing', 'acknowledged', 'snoozed', 'suppressed', 'resolved'] as const;
const reports = ['response', 'load', 'noise', 'delivery'] as const;
/** What is listed by name, so that an id can be told from it. */
const named = ['people', 'teams', 'services', 'schedules', 'policies', 'integrations', 'silences', 'heartbeats'] as const;

interface PlanAnswer {
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>> | null;
}
/** A plan, in our own words: its text has nothing of a sender. */
const answerOfPlan = ({ id: planId, row }: PlanAnswer, url: string) => {
  if (row === null) throw new ReadRefused('tool_plan.over', 'There is no such plan.');
  const { says, act, token: _token, plannedBy: _by, ...plan } = row;
  return { plan: { ...plan, id: planId, act, says: new OwnText(String(says)), approve: new OwnText(`${url}/plans`) } };
};
const planOf = async (planId: string, { read, url }: Api, more: Readonly<Record<string, Parameter>>) =>
  answerOfPlan((await read(pathOf(`/api/views/toolPlans/${planId}`, more))) as PlanAnswer, url);

interface Accepted {
  readonly token: string;
  readonly says: { readonly planId: string };
}
const planned = (name: PlannedTool, says: string, destructive: boolean, more: z.ZodRawShape = {}): Tool => ({
  name,
  says: `${says} Makes a plan, which a person approves within 15 minutes: tell yours the answer’s link, then ask get_plan.`,
  input: z.strictObject({ number, ...more }),
  answers: plan,
  plans: { destructive },
  read: async ({ number: wanted, ...rest }, read, api) => {
    const { id: groupId } = await groupOf(Number(wanted), undefined, read);
    const { token, says: made } = (await api.send('ProposeToolPlan', { act: { tool: name, groupId, ...rest } })) as Accepted;
    return planOf(made.planId, api, { after: token });
  },
});

/** What a program can ask for. A person, or a standing approval, lets it be done. */
const plannedTools: readonly Tool[] = [
  planned('acknowledge_alert_group', 'Acknowledge an alert group: its escalation stops.', false),
  planned('snooze_alert_group', 'Snooze an alert group: nobody is paged for it until then.', false, {
    minutes: z.number().int().min(1).max(1_440),
  }),
  planned('add_note', 'Write a note on an alert group.', false, { text: z.string().trim().min(1).max(alertGroupLimits.noteCharacters) }),
  planned('resolve_alert_group', 'Resolve an alert group.', true),
];

/** What a program can ask. Each is answered by the API, with the rights, the limits and the words that it has for this token. */
export const tools: readonly Tool[] = [
  tool({
    name: 'list_alert_groups',
    says: 'Alert groups, the newest first. `q` searches titles, labels and alerts.',
    input: z.strictObject({
      status: z.enum(statuses).optional(),
      serviceId: id.optional(),
      teamId: id.optional(),
      q: z.string().max(200).optional(),
      limit,
      cursor,
      at,
    }),
    answers: rows,
    read: ({ status, serviceId, teamId, at: moment, ...rest }, read) =>
      read(
        pathOf('/api/views/alertGroups', {
          'where.status': status,
          'where.serviceId': serviceId,
          'where.teamId': teamId,
          sort: 'openedAt',
          desc: 1,
          at: moment,
          ...rest,
        }),
      ),
  }),
  tool({
    name: 'get_alert_group',
    says: 'One alert group: its state, its newest alerts, and its escalation with every page and attempt.',
    input: z.strictObject({ number, at }),
    answers: z.looseObject({ group: row, alerts: row, ladder: row }),
    read: async ({ number: wanted, at: moment }, read) => {
      const group = await groupOf(wanted, moment, read);
      const [alerts, ladder] = await Promise.all([
        read(pathOf(`/api/views/alerts/${group.id}`, { at: moment })),
        read(pathOf(`/api/views/ladders/${group.id}`, { at: moment })),
      ]);
      return { group, alerts, ladder };
    },
  }),
  tool({
    name: 'get_timeline',
    says: 'What happened to one alert group: its events, the newest first.',
    input: z.strictObject({ number, before: z.number().int().min(1).optional().describe('Only events before this ordinal.'), limit, at }),
    answers: events,
    read: async ({ number: wanted, before, limit: most, at: moment }, read) => {
      const group = await groupOf(wanted, moment, read);
      return read(pathOf('/api/events', { stream: `alertGroup-${group.id}`, before, limit: most, to: moment }));
    },
  }),
  tool({
    name: 'who_is_on_call',
    says: 'Who is on call and who is next, in one schedule or in all. For a past moment: as it was recorded.',
    input: z.strictObject({ scheduleId: id.optional(), at }),
    answers: z.looseObject({ schedules: listed }),
    read: async ({ scheduleId, at: moment }, read) => {
      try {
        return await read(pathOf('/api/on-call', { schedule: scheduleId, at: moment }));
      } catch (error) {
        // bound to a moment: what was known then is in the view, not what was recorded since of that hour
        if (!(error instanceof ReadRefused) || error.code !== 'token.bound_to_past') throw error;
        const view = '/api/views/onCall';
        if (scheduleId !== undefined) return { schedules: [await read(pathOf(`${view}/${scheduleId}`, { at: moment }))] };
        const { rows: schedules, ...more } = (await read(pathOf(view, { at: moment }))) as Listed;
        return { ...more, schedules };
      }
    },
  }),
  tool({
    name: 'why_paged',
    says: 'Why a person was or was not paged: for one alert group, or for all that were open within the hour before a moment.',
    input: z.strictObject({ personId: id, number: number.optional(), at }),
    answers: z.looseObject({ groups: listed, more: z.boolean() }),
    read: async ({ personId, number: wanted, at: moment }, read) => {
      const group = wanted === undefined ? undefined : (await groupOf(wanted, moment, read)).id;
      return read(pathOf('/api/why', { person: personId, group, at: moment }));
    },
  }),
  tool({
    name: 'get_report',
    says: 'A report of a period: response, load of people, noise, or delivery of pages. Default: the last 28 days.',
    input: z.strictObject({
      report: z.enum(reports),
      from,
      to,
      serviceId: id.optional(),
      teamId: id.optional(),
      urgency: z.enum(['high', 'low']).optional(),
      ordinal: z
        .number()
        .int()
        .min(1)
        .optional()
        .describe('Count only events up to this position: the same position gives the same figures.'),
      at,
    }),
    answers: z.looseObject({ pin: z.looseObject({}) }),
    read: async ({ report, serviceId, teamId, at: moment, ordinal, ...rest }, read) => {
      const pin = moment === undefined ? ordinal : await ordinalOf(moment, ordinal, read);
      return read(pathOf(`/api/reports/${report}`, { ...rest, service: serviceId, team: teamId, ordinal: pin }));
    },
  }),
  tool({
    name: 'search_history',
    says: 'The history: every recorded event, the newest first.',
    input: z.strictObject({
      q: z.string().max(200).optional().describe('Words that must all occur in an event.'),
      type: z.string().max(80).optional().describe('The type of an event, such as AlertGroupAcknowledged.'),
      actor: z.string().max(80).optional().describe('The id of who did it.'),
      from: instant.optional(),
      to: instant.optional(),
      before: z.number().int().min(1).optional().describe('Only events before this ordinal.'),
      limit,
      at,
    }),
    answers: events,
    read: ({ to: end, at: moment, ...rest }, read) =>
      read(pathOf('/api/events', { ...rest, to: [end, moment].filter((one) => one !== undefined).toSorted()[0] })),
  }),
  tool({
    name: 'list_things',
    says: 'People, teams, services, schedules, policies, integrations, silences or heartbeats, with their ids.',
    input: z.strictObject({ of: z.enum(named), limit, cursor, at }),
    answers: rows,
    read: ({ of, ...rest }, read) => read(pathOf(`/api/views/${of}`, rest)),
  }),
  tool({
    name: 'get_plan',
    says: 'What became of a plan: open, approved, carried_out, declined or ended, and why.',
    input: z.strictObject({ planId: id, at }),
    answers: plan,
    read: ({ planId, at: moment }, _read, api) => planOf(planId, api, { at: moment }),
  }),
  ...plannedTools,
];
