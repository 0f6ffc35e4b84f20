// Run by routes.mjs with the sources. Prints milliseconds for each contestant as JSON.
import { median, runInterleaved, sized } from './measure.mjs';

// what a build names the logic of decisions by
Object.assign(globalThis, { TOCSIN_LOGIC: 'bench', TOCSIN_FINGERPRINTS: {} });
const { default: groups } = await import('@tocsin/domain/operation/alert-groups/groups.fixture.js');
const { default: signals } = await import('@tocsin/domain/operation/routing/signals.fixture.js');

const { default: mapping } = await import('../../apps/server/src/ingest/mapping/evaluate.ts');

const { Scenario, serviceOf, teamId } = groups;
const { alertmanager, alertmanagerId, alertOf } = signals;

/** Of a kind of things. */
const idIn = (kind, n) => `000000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`;

const rounds = Number(process.argv[2] ?? 5);
const messageCount = sized(400, 4);
const alertsPerMessage = 5;
/** As many as one list may have, and 100 of another integration. None matches. */
const ruleCounts = { organisation: 200, integration: 200, other: 100 };
/** As many as a team may have, and the organisation; those of eight other teams are not compared. None matches. */
const silencesEach = 100;
const teamIds = [teamId, null, ...Array.from({ length: 8 }, (_, n) => idIn('7e', n))];

const ruleOf = (n) => ({
  ruleId: idIn('1a', n),
  rows: [
    [
      { label: 'team', operator: '=', value: `team-${n}` },
      { label: 'cluster', operator: '=~', value: `eu-${n}-.*` },
    ],
  ],
  outcome: { kind: 'service', serviceId: serviceOf(n % 4) },
  isOn: true,
});
const rulesOf = (count, from) => Array.from({ length: count }, (_, n) => ruleOf(from + n));

const silenceOf = (team, n) => ({
  type: 'SilenceStarted',
  data: {
    silenceId: idIn('51', team * silencesEach + n),
    teamId: teamIds[team],
    matchers: [
      { label: 'alertname', operator: '=', value: `Nothing ${n}` },
      { label: 'cluster', operator: '=~', value: `us-${n}-.*` },
    ],
    until: '2026-12-31T00:00:00.000Z',
    comment: '',
    exempt: [],
    untilResolved: false,
    confirmedGroups: null,
  },
});

const message = (n) =>
  alertmanager(
    Array.from({ length: alertsPerMessage }, (_, at) =>
      alertOf(`Disk ${at}`, {
        fingerprint: `${n}-${at}`,
        labels: { alertname: `Disk ${at}`, team: 'core', cluster: `eu-${n % 7}`, instance: `db-${n}-${at}` },
      }),
    ),
    { key: `key-${n}` },
  );

/** Milliseconds of this process: on a busy machine the clock says nothing. */
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const addRules = (scenario) => {
  const data = { teamId, integrationId: alertmanagerId, version: 1, rules: rulesOf(ruleCounts.integration, 0) };
  scenario.knows({ type: 'RoutesChanged', data });
  scenario.knows({ type: 'OrganisationRoutesChanged', data: { version: 1, rules: rulesOf(ruleCounts.organisation, 1_000) } });
  const other = { teamId, integrationId: idIn('17', 1), version: 1, rules: rulesOf(ruleCounts.other, 2_000) };
  scenario.knows({ type: 'RoutesChanged', data: other });
};
const addSilences = (scenario) => {
  for (const team of teamIds.keys()) for (let n = 0; n < silencesEach; n += 1) scenario.knows(silenceOf(team, n));
};

/** Mappings of as many integrations: each request is read by one of them, on a thread of its own in a server. */
const mappingCount = 20;
const mappingOf = (n) => ({
  summary: `title & " on " & host.name & " ${n}"`,
  key: '$string(id)',
  action: 'state = "ok" ? "resolve" : "trigger"',
  severity: 'level = "crit" ? "critical" : "warning"',
  labels: '{ "host": host.name, "team": $lowercase(team) }',
});
const mappings = Array.from({ length: mappingCount }, (_, n) => mappingOf(n));
const requestOf = (n) =>
  `t:${JSON.stringify({ title: 'Disk is full', id: n, state: 'bad', level: 'crit', team: 'Core', host: { name: `db-${n}` } })}`;

/** Milliseconds until all messages are read, are routed, and have opened their alert groups. */
const route = async ({ rules = false, silences = false, maps = false }) => {
  const scenario = new Scenario({ services: 4 });
  if (rules) addRules(scenario);
  if (silences) addSilences(scenario);
  // what is planned of them is planned before
  scenario.world.advance(0);
  const messages = Array.from({ length: messageCount }, (_, n) => message(n));
  const before = processorTime();
  for (const [n, one] of messages.entries()) {
    if (maps) await mapping.mapRequest({ fields: mappings[n % mappingCount], raw: requestOf(n) });
    scenario.receives(one);
  }
  return processorTime() - before;
};

// the first run of all is slower, of whatever it is
await route({ rules: true, silences: true, maps: true });
const contestants = {
  rules: { rules: true },
  silences: { silences: true },
  mappings: { maps: true },
  together: { rules: true, silences: true, maps: true },
};
const runs = Object.entries({ plain: {}, ...contestants }).map(([name, of]) => [name, () => route(of)]);
const { figures, medians } = await runInterleaved(Object.fromEntries(runs), rounds);
const ratioOf = (name) => median(figures[name].map((figure, n) => figure / figures.plain[n]));
process.stdout.write(
  JSON.stringify({
    medians,
    ratios: Object.fromEntries(Object.keys(contestants).map((name) => [name, ratioOf(name)])),
    messageCount,
    mappingCount,
    ruleCount: ruleCounts.organisation + ruleCounts.integration + ruleCounts.other,
    silenceCount: teamIds.length * silencesEach,
  }),
);
