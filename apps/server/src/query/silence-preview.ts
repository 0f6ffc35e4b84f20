import type { AlertGroupRow, AlertsRow } from '@tocsin/contracts/alert-groups/rows.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import type { SilencePreview, silencePreviewRequest } from '@tocsin/contracts/silences/preview.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { canMatch } from '@tocsin/domain/rules/known-labels.js';
import { doMatch, patternProblemOf } from '@tocsin/domain/rules/matchers.js';
import { fieldNames, seeAlert } from '@tocsin/domain/rules/seen-alert.js';
import { serviceOf, servicePrefix } from '@tocsin/domain/rules/service-labels.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ColumnFilters, ListQuery } from '@tocsin/platform/views/view-store.js';
import type { z } from 'zod';
import type { ViewReader } from './view-reader.js';

type Request = z.infer<typeof silencePreviewRequest>;
type Alert = AlertsRow['alerts'][number];

interface Dependencies {
  readonly viewReader: Pick<ViewReader, 'get' | 'list'>;
  readonly now: () => string;
  readonly reads: Pick<DomainReads, 'services' | 'integrations' | 'groups'>;
}

interface Found {
  readonly row: AlertGroupRow;
  readonly alerts: readonly Alert[];
}

const { days, groups: groupsAtMost, alerts: alertsAtMost, listed: listedAtMost } = silenceLimits.preview;
/** Few, because the thread that pages reads them. */
const rowsTogether = 25;

/** Rows with the newest number first, as many as are looked at. */
async function* newestRows({ viewReader }: Dependencies, query: Pick<ListQuery, 'where' | 'range'>): AsyncGenerator<AlertGroupRow> {
  let cursor: string | undefined;
  for (let read = 0; read < groupsAtMost; read += rowsTogether) {
    const page = { ...query, sort: 'number', descending: true, limit: rowsTogether, ...(cursor === undefined ? {} : { cursor }) };
    const { rows, next } = await viewReader.list('alertGroups', page);
    for (const { row } of rows) yield row;
    if (next === null) return;
    cursor = next;
  }
}

/** Labels of a row are those of its first alerts: where there are few, one that is missing rules it out without a look at its alerts. */
const mayMatch = ({ labels }: AlertGroupRow, { matchers }: Request): boolean =>
  labels.length >= fewLabels ||
  matchers.every(
    ({ label, operator, value }) =>
      operator !== '=' || value === '' || label.startsWith(servicePrefix) || isField(label) || labels.includes(`${label}=${value}`),
  );
const fewLabels = 30;
const isField = (label: string): boolean => (fieldNames as readonly string[]).includes(label);

const canBeMuted = ({ test, storm }: AlertGroupRow): boolean => !test && storm === undefined;

/** Of a group that is over or has several, it is not known. */
const integrationOf = ({ id }: AlertGroupRow, { groups, integrations }: Dependencies['reads']): string | null => {
  const origin = groups.get(id)?.origin;
  return origin?.kind === 'signal' && origin.grouping === undefined ? (integrations.get(origin.integrationId)?.name ?? null) : null;
};

async function findIn(dependencies: Dependencies, request: Request, query: Pick<ListQuery, 'where' | 'range'>) {
  const found: Found[] = [];
  let looked = 0;
  let alertsRead = 0;
  for await (const row of newestRows(dependencies, query)) {
    looked += 1;
    if (!canBeMuted(row) || !mayMatch(row, request)) continue;
    const listed = (await dependencies.viewReader.get('alerts', row.id))?.row.alerts ?? [];
    alertsRead += listed.length;
    const service = serviceOf(row, dependencies.reads);
    const integration = integrationOf(row, dependencies.reads);
    const alerts = listed.map((alert) => ({ ...alert, labels: seeAlert(alert, { service, integration }) }));
    const matching = alerts.filter(({ labels }) => canMatch(request.matchers, labels));
    if (matching.length > 0) found.push({ row, alerts: matching });
    if (alertsRead >= alertsAtMost) break;
  }
  return { found, isCut: looked >= groupsAtMost || alertsRead >= alertsAtMost };
}

const isFiring = ({ state }: Alert): boolean => state === 'firing';
const lacks = (label: string) => (alert: Alert) => (Object.hasOwn(alert.labels, label) ? alert.labels[label] : '') === '';

/** What conditions cover now, and would have covered in the last days. */
export async function previewSilence(dependencies: Dependencies, request: Request): Promise<SilencePreview> {
  const isUsable = request.matchers.every((matcher) => patternProblemOf(matcher) === null);
  const asked = isUsable ? request : { ...request, matchers: [{ label: '', operator: '=' as const, value: '-' }] };
  const team: ColumnFilters = request.teamId === null ? {} : { teamId: [request.teamId] };
  const now = await findIn(dependencies, asked, { where: { ...team, status: ['firing', 'acknowledged', 'snoozed', 'suppressed'] } });
  const since = addMillis(dependencies.now(), -days * duration.day);
  const past = await findIn(dependencies, asked, { where: team, range: { column: 'openedAt', from: since } });
  const open = now.found.filter(({ alerts }) => alerts.some(isFiring));
  const matched = past.found.flatMap(({ alerts }) => alerts);
  return {
    open: open
      .toSorted(
        ({ row: one }, { row: other }) => Number(other.urgency === 'high') - Number(one.urgency === 'high') || other.number - one.number,
      )
      .slice(0, listedAtMost)
      .map(({ row: { id: groupId, number, title, status, urgency, firing }, alerts }) => {
        const covered = alerts.filter(isFiring).length;
        return { groupId, number, title, status, urgency, firing, covered };
      }),
    groups: open.length,
    past: { days, groups: past.found.length, alerts: matched.length, isCut: past.isCut },
    lacking: Object.fromEntries(request.labels.map((label) => [label, matched.filter(lacks(label)).length])),
    matchesMissing: isUsable && doMatch(request.matchers, {}),
  };
}
