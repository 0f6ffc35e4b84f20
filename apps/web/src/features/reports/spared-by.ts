import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { RouteRule, RouteRulesRow, TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { NoiseFigures, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { dayIn } from './report-days.js';

type NoisyRule = NoiseFigures['rules'][number];

/** A change that would have spared pages by an alert, and why it fits. */
export interface Spared {
  readonly title: string;
  readonly why: string;
  readonly change: BacktestChange;
}

interface NoisyAlert {
  readonly rule: NoisyRule;
  /** The first alert group that it opened. */
  readonly group: Pick<AlertGroupRow, 'alertName' | 'labels' | 'teamId' | 'title'>;
  readonly routes: Pick<RouteRulesRow, 'version' | 'rules'> | null;
  readonly order: Pick<ReportOrder, 'from' | 'zone'>;
  /** Milliseconds. */
  readonly now: number;
}

const holdMinutes = 5;
const silencedDays = 7;
const day = 86_400_000;

/** The alert by its name: a label of Alertmanager and Grafana, elsewhere the summary. */
const matcherOf = (name: string, labels: readonly string[]): LabelMatcher => ({
  label: labels.includes(`alertname=${name}`) ? 'alertname' : 'summary',
  operator: '=',
  value: name,
});

const withMatcher = (rows: RouteRule['rows'], matcher: LabelMatcher): RouteRule['rows'] =>
  rows.length === 0 ? [[matcher]] : rows.map((row) => [...row, matcher]);

/** Each rule as it was, behind one that holds this alert alone: the alert goes where it went. */
export const rulesWithHold = (rules: readonly RouteRule[], matcher: LabelMatcher): TypedRouteRule[] => [
  ...rules.flatMap((rule): TypedRouteRule[] => {
    const { rows, outcome, isOn } = rule;
    if (!isOn || outcome.kind === 'record_only') return [rule];
    return [{ rows: withMatcher(rows, matcher), outcome: { ...outcome, holdMinutes }, isOn }, rule];
  }),
  { rows: [[matcher]], outcome: { kind: 'default', holdMinutes }, isOn: true },
];

interface Named extends NoisyAlert {
  readonly name: string;
  readonly matcher: LabelMatcher;
  readonly teamId: string;
}

interface Offer {
  readonly fits: (rule: NoisyRule) => boolean;
  readonly of: (named: Named) => Spared;
}

const hold: Offer = {
  fits: ({ resolvedItself }) => resolvedItself > 0,
  of: ({ rule: { resolvedItself, openings, integrationId }, routes, matcher, teamId }) => ({
    title: `Hold for ${holdMinutes} min before paging`,
    why: `${resolvedItself.toLocaleString('en')} of ${openings.toLocaleString('en')} resolved within 5 min`,
    change: {
      type: 'ChangeRoutes',
      data: { teamId, integrationId, version: routes?.version ?? 0, rules: rulesWithHold(routes?.rules ?? [], matcher) },
    },
  }),
};

const lowAtNight: Offer = {
  fits: ({ sleep, serviceId }) => sleep > 0 && serviceId !== null,
  of: ({ rule: { sleep, serviceId }, order, matcher, name, teamId }) => {
    const first = dayIn(order.zone, Date.parse(order.from));
    const next = new Date(Date.parse(first) + day).toISOString().slice(0, 10);
    return {
      title: 'Low urgency at night',
      why: plural(sleep, 'night page'),
      change: {
        type: 'PlanMaintenance',
        data: {
          teamId,
          name: `Low urgency at night: ${name}`.slice(0, 80).trim(),
          services: serviceId === null ? [] : [serviceId],
          matchers: [matcher],
          from: `${first}T22:00`,
          to: `${next}T08:00`,
          zone: order.zone,
          rule: 'FREQ=DAILY',
          behaviour: 'low_urgency',
        },
      },
    };
  },
};

const silence: Offer = {
  fits: () => true,
  of: ({ rule: { openings, actionable }, matcher, teamId, now }) => ({
    title: `Silence for ${silencedDays} days`,
    why: `${(openings - actionable).toLocaleString('en')} of ${openings.toLocaleString('en')} needed no one`,
    change: {
      type: 'StartSilence',
      data: {
        teamId,
        matchers: [matcher],
        until: new Date(now + silencedDays * day).toISOString(),
        comment: '',
        exempt: [],
        untilResolved: false,
        confirmedGroups: null,
      },
    },
  }),
};

const fitting = (rule: NoisyRule): readonly Offer[] => [hold, lowAtNight, silence].filter(({ fits }) => fits(rule));

/** How many changes are offered, if the alert has a name and a team: their place is kept until that is known. */
export const offersOf = (rule: NoisyRule): number => fitting(rule).length;

/** What would have spared pages by this alert, the mildest first. Empty for an alert without a name or a team. */
export function sparedBy(alert: NoisyAlert): readonly Spared[] {
  const { alertName: name, labels, teamId } = alert.group;
  if (!name || teamId === null) return [];
  const named: Named = { ...alert, name, teamId, matcher: matcherOf(name, labels) };
  return fitting(alert.rule).map((offer) => offer.of(named));
}
