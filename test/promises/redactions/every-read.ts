import { v7 } from 'uuid';
import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';
import { views, type ViewName } from '@tocsin/contracts/catalogue.js';
import type { EncryptedField } from '@tocsin/contracts/message.js';
import { configBodyType } from '@tocsin/contracts/config-files/plan.js';
import * as nouns from '@tocsin/contracts/nouns.gen.js';
import type { ImportTableAnswer } from '@tocsin/contracts/imports/imports.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Job } from '@tocsin/testing/stage/jobs.js';
import type { Stage } from '@tocsin/testing/stage/stage.js';

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: { readonly enum?: readonly string[] };
}
/** What is read of the OpenAPI document. */
export interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters: readonly Parameter[] } }>>;
}

/** What was made with the text, beside rows and events. */
interface Written {
  readonly bulkActId: string;
  readonly backtestId: string;
  readonly importId: string;
  readonly feed: string;
  /** An exported film. */
  readonly fileId: string;
}

const range = 'from=2026-01-01T00:00:00.000Z&to=2026-12-31T00:00:00.000Z';
/** As long as shifts are computed for in one request: with the override and the temporary schedule. */
const shiftRange = 'from=2026-11-30T00:00:00.000Z&to=2026-12-12T00:00:00.000Z';

/** Polls what works on a thread of its own, in real time. */
const waitUntilDone = async <A extends { readonly state: string }>(client: Client, path: string): Promise<A> => {
  for (;;) {
    const { body } = await client.request<A>('GET', path);
    if (body.state !== 'running') return body;
    await pause(20);
  }
};

/** Writes the text wherever a person or a sender can, and keeps it in results that are stored. */
export const writeEverywhere = async (stage: Stage, text: string, groupId: string): Promise<Written> => {
  const { api, personId } = stage.ana;
  const { teamId, serviceId, policyId } = stage.setUpAnswer;
  await api.run('RenameTeam', { teamId, name: 'Described', description: `Ask ${text}` });
  const { version } = await api.row('services', serviceId);
  await api.run('ChangeService', { teamId, serviceId, version, name: 'Described', policyId, description: `Of ${text}` });
  const { says } = await api.run('CreateSchedule', { teamId, name: 'Described', timeZone: 'UTC' });
  const scheduleId = String(says['scheduleId']);
  await stage.settle();
  await api.run('TakeOnCall', { scheduleId, until: '2027-11-21T03:12:00Z' });
  const day = { from: '2026-12-01T09:00:00Z', to: '2026-12-02T09:00:00Z' };
  await api.run('AddOverrides', { scheduleId, overrides: [{ kind: 'add', personId, ...day, reason: `For ${text}` }] });
  const fallback = { from: '2026-12-08T09:00:00Z', to: '2026-12-09T09:00:00Z', shifts: [], fallback: [personId] };
  await api.run('AddTemporarySchedule', { scheduleId, ...fallback, reason: `While ${text} is away` });
  await stage.settle();
  await api.run('AskForCover', { scheduleId, personId, ...day, note: `${text} has birthday` });
  const matchers = [{ label: 'job', operator: '=' as const, value: 'nightly' }];
  await api.run('StartSilence', { teamId, matchers, until: '2026-12-01T00:00:00Z', comment: `Asked by ${text}` });
  const { says: integration } = await api.run('CreateIntegration', { teamId, serviceId, name: 'Routed', kind: 'generic' });
  const rules = [{ rows: [matchers], outcome: { kind: 'service' as const, serviceId } }];
  await api.run('ChangeRoutes', { teamId, integrationId: String(integration['integrationId']), version: 0, rules });
  const mapping = { teamId, integrationId: String(integration['integrationId']), version: 0, fields: { summary: 'summary' } };
  await api.run('ChangeMapping', mapping);
  const job = await Job.create(stage, { name: 'Described' });
  await job.pings('/fail', `Ask ${text}`);
  const document = `apiVersion: tocsin.dev/v1\nkind: Team\nname: Filed\ndescription: Of ${text}\n`;
  const files = JSON.stringify({ files: [{ path: 'team.yaml', text: document }] });
  await api.request('POST', '/api/config/apply', files, { 'content-type': configBodyType });
  await stage.settle();
  await api.run('AddNote', { groupId, text: `Told ${text}` });
  await api.run('MarkAlertGroupAsNoise', { groupId, reason: `${text} is testing` });
  await api.run('PageSomeone', { title: `Call ${text}`, personIds: [personId] });
  await stage.generic({ summary: `Also ${text}`, key: 'also', labels: { owner: text }, details: `By ${text}` });
  await stage.settle();
  const bulkActId = v7();
  const seen = await api.request<{ ordinal: number }>('GET', '/api/views/alertGroups?limit=1');
  const filter = String(new URLSearchParams({ q: text }));
  const bulkAct = await api.run('ActOnFiltered', { bulkActId, act: 'AcknowledgeAlertGroup', filter, ordinal: seen.body.ordinal });
  expect(bulkAct.says['matched']).toBeGreaterThan(0);
  const feed = (await api.run('MakeCalendarFeed', { of: { kind: 'person' } })).says['address'] as string;
  const backtest = await api.request<BacktestAnswer>('POST', '/api/backtests', { change: null, from: '2026-11-01T00:00:00.000Z' });
  await waitUntilDone<BacktestAnswer>(api, `/api/backtests/${backtest.body.id}`);
  const token = await api.run('IssueServiceToken', { name: 'Import', teamId: null, scopes: ['import', 'read', 'plan'] });
  const program = new Client(stage.tocsin.url, String(token.says['token']), '');
  const planned = await program.run('ProposeToolPlan', { act: { tool: 'add_note', groupId, text: `Tell ${text}` } });
  const standing = { tokenId: String(token.says['tokenId']), teamId, tool: 'snooze_alert_group' as const };
  await api.run('GiveStandingApproval', standing);
  await api.run('ApproveToolPlan', { planId: String(planned.says['planId']) });
  await stage.settle();
  const table = 'Summary,Created\r\nDisk full,2026-09-01T06:00:00.000Z\r\n';
  const map = encodeURIComponent('title=Summary,openedAt=Created');
  const imported = await program.request<ImportTableAnswer>('POST', `/api/imports?map=${map}`, table, { 'content-type': 'text/csv' });
  await waitUntilDone<ImportTableAnswer>(program, `/api/imports/${imported.body.id}`);
  const fileId = String((await api.run('ExportFilm', { groupId, names: true })).says['fileId']);
  return { bulkActId, backtestId: backtest.body.id, importId: imported.body.id, feed, fileId };
};

const viewNames = Object.keys(views) as readonly ViewName[];

/** Every address by which each read of the document is asked here: with each row, event and choice that there is. */
export const requestsIn = async (
  stage: Stage,
  { paths }: Document,
  { bulkActId, backtestId, importId, feed, fileId }: Written,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { api, personId } = stage.ana;
  const ids = new Map<string, readonly string[]>();
  for (const view of viewNames) {
    const { body } = await api.request<{ rows?: readonly { id: string }[] }>('GET', `/api/views/${view}?limit=200`);
    ids.set(
      view,
      (body.rows ?? []).map(({ id }) => id),
    );
  }
  const ordinals = Array.from({ length: await stage.getHead() }, (_, n) => String(n + 1));
  const { events } = (await api.request<{ events: readonly { id: string }[] }>('GET', '/api/events?limit=200')).body;
  const groupIds = ids.get('alertGroups')!;
  const secrets = stage.ana.phone.pages.map(({ link }) => link.split('/p/')[1]!);
  /** Details of a group have no list. */
  const rowsOf = (view: string): readonly string[] => [...new Set([...(ids.get(view) ?? []), ...groupIds])];
  const valuesBelow: Readonly<Record<string, readonly string[]>> = {
    '/api/backtests/': [backtestId],
    '/api/imports/': [importId],
    '/api/films/': groupIds,
    '/api/exported-files/': [fileId],
    '/api/imported-history/people/': ids.get('people')!,
    '/api/people/': ids.get('people')!,
    '/api/schedules/': ids.get('schedules')!,
    '/api/policies/': ids.get('policies')!,
    '/api/integrations/': ids.get('integrations')!,
    '/api/pages/': secrets,
  };
  const valuesOf = (path: string): readonly string[] => {
    const [, view] = /^\/api\/views\/(\w+)\//.exec(path) ?? [];
    if (view === 'bulkActs') return [bulkActId];
    if (view !== undefined) return rowsOf(view);
    if (path.includes('{ordinal}')) return ordinals;
    if (path.startsWith('/api/events/by-id/')) return events.map(({ id }) => id);
    const known = Object.entries(valuesBelow).find(([prefix]) => path.startsWith(prefix));
    if (known) return known[1];
    if (path.startsWith('/feeds/')) return [feed.replace(/^.*\/feeds\//, '').replace('.ics', '')];
    return ['none'];
  };
  const choicesOf = ({ name, schema }: Parameter): readonly string[] => {
    if (name === 'person') return groupIds.map((id) => `person=${personId}&group=${id}`);
    if (name === 'at') return ['at=1', 'at=2030-01-01T00:00:00Z'];
    if (name === 'read')
      return [
        viewNames
          .slice(0, 12)
          .map((view) => `read=${view}`)
          .join('&'),
      ];
    return (schema?.enum ?? []).map((choice) => `${name}=${choice}`);
  };
  const queriesOf = (path: string, parameters: readonly Parameter[]): readonly string[] => {
    const rangeOfPath = /shifts$|uncovered$|timeline$/.test(path)
      ? shiftRange
      : path.startsWith('/api/reports/') || path.startsWith('/api/messages')
        ? range
        : '';
    const chosen = parameters
      .filter(({ name, required }) => required || name === 'format')
      .filter(({ name }) => name !== 'from' && name !== 'to');
    const choices = chosen.reduce<readonly string[]>(
      (all, one) => (one.in === 'query' ? all.flatMap((before) => choicesOf(one).map((choice) => `${before}&${choice}`)) : all),
      [parameters.some(({ name }) => name === 'from') ? rangeOfPath : ''],
    );
    return path.startsWith('/api/views/') && !path.includes('{') ? ['limit=200'] : choices;
  };
  return new Map(
    Object.entries(paths).flatMap(([path, { get }]) => {
      if (!get || path === '/api/openapi.json' || path === '/api/docs') return [];
      const filled = path.includes('{') ? valuesOf(path).map((value) => path.replace(/\{\w+\}/, value)) : [path];
      return [[path, filled.flatMap((one) => queriesOf(path, get.parameters).map((query) => `${one}?${query}`))] as const];
    }),
  );
};

interface Declared {
  readonly events?: Readonly<Record<string, { readonly personal: readonly EncryptedField<never>[] }>>;
  readonly views?: Readonly<Record<string, unknown>>;
}
/** Nouns whose events have no text that a person wrote. */
const withoutTexts = (Object.values(nouns) as readonly Declared[]).filter(({ events = {} }) =>
  Object.values(events).every(({ personal }) => personal.every((field) => !('written' in field))),
);

/** Reads that answer nobody here, and rows of which there are none. */
export const mayBeUnread = (path: string): boolean =>
  [
    '/api/push/{key}',
    '/api/channels/gateway/{connection}/{mac}',
    '/api/channels/gateway/{connection}/{mac}/{secret}/{message}',
    '/api/session/telegram-link',
    '/api/reached/{challenge}',
    '/api/follows/{secret}',
    '/api/contact-card',
    '/api/moving-in/files',
    '/api/rebuild',
    '/api/invitations/{token}',
    '/api/password-resets/{token}',
    '/api/views/rehearsals/{id}',
    '/api/views/relays/{id}',
    '/api/views/webhookCalls/{id}',
    ...withoutTexts.flatMap(({ views: shown = {} }) => Object.keys(shown).map((view) => `/api/views/${view}/{id}`)),
  ].includes(path);
