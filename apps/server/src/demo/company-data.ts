/** The people, services and alerts of the demo’s invented company. None of it is real. */

export interface CastPerson {
  readonly name: string;
  readonly timeZone: string;
  readonly role?: 'admin' | 'observer';
  /** Minutes until they answer in the daytime; three times that at night. */
  readonly answersIn: number;
  /** The share of pages at night that they sleep through. */
  readonly sleepsThrough: number;
}

const [berlin, newYork, lisbon] = ['Europe/Berlin', 'America/New_York', 'Europe/Lisbon'];

export const cast = {
  ines: { name: 'Ines Albrecht', timeZone: berlin, answersIn: 4, sleepsThrough: 0.05 },
  jonas: { name: 'Jonas Feld', timeZone: berlin, role: 'admin', answersIn: 3, sleepsThrough: 0.1 },
  mira: { name: 'Mira Okafor', timeZone: berlin, answersIn: 2, sleepsThrough: 0.05 },
  pavel: { name: 'Pavel Novak', timeZone: berlin, answersIn: 6, sleepsThrough: 0.35 },
  tomas: { name: 'Tomás Rocha', timeZone: lisbon, answersIn: 3, sleepsThrough: 0.1 },
  leila: { name: 'Leila Haddad', timeZone: berlin, answersIn: 2, sleepsThrough: 0.04 },
  sanna: { name: 'Sanna Virta', timeZone: berlin, answersIn: 5, sleepsThrough: 0.15 },
  dev: { name: 'Dev Raman', timeZone: newYork, answersIn: 3, sleepsThrough: 0.1 },
  grace: { name: 'Grace Whitfield', timeZone: newYork, answersIn: 4, sleepsThrough: 0.08 },
  hugo: { name: 'Hugo Lind', timeZone: berlin, answersIn: 7, sleepsThrough: 0.25 },
  yuki: { name: 'Yuki Tan', timeZone: berlin, answersIn: 2, sleepsThrough: 0.05 },
  emil: { name: 'Emil Brandt', timeZone: berlin, answersIn: 5, sleepsThrough: 0.12 },
  vera: { name: 'Vera Kowal', timeZone: berlin, role: 'observer', answersIn: 5, sleepsThrough: 0.1 },
} as const satisfies Readonly<Record<string, CastPerson>>;
export type CastName = keyof typeof cast;

export interface CastTeam {
  readonly name: string;
  readonly manager: CastName;
  readonly people: readonly CastName[];
}
export const teams = {
  payments: { name: 'Payments', manager: 'ines', people: ['mira', 'pavel', 'leila', 'tomas'] },
  storefront: { name: 'Storefront', manager: 'jonas', people: ['sanna', 'dev', 'grace', 'yuki'] },
  platform: { name: 'Platform', manager: 'jonas', people: ['hugo', 'leila', 'emil', 'dev'] },
  data: { name: 'Data', manager: 'emil', people: ['yuki', 'hugo'] },
} as const satisfies Readonly<Record<string, CastTeam>>;
export type TeamName = keyof typeof teams;

export interface Condition {
  readonly name: string;
  readonly severity: 'critical' | 'error' | 'warning' | 'info';
  readonly summary: string;
  /** Subjects; one is drawn at random for the summary. */
  readonly of: readonly string[];
  /** Average number per day. */
  readonly daily: number;
  /** Minutes that it lasts if no one does anything. */
  readonly durationMinutes: number;
  /** Recurs several times within minutes. */
  readonly flaps?: true;
  /** Happens mostly between these hours of the day, UTC. */
  readonly hours?: readonly [from: number, to: number];
  readonly note?: string;
  /** Never needs action: some people who acknowledge it mark it as noise, with this reason. */
  readonly noise?: string;
}

export interface CastService {
  readonly name: string;
  readonly team: TeamName;
  readonly description: string;
  readonly kind: 'alertmanager' | 'generic' | 'pagerduty-events';
  readonly conditions: readonly Condition[];
}

const nodes = ['node-01', 'node-02', 'node-03', 'node-04', 'node-05', 'node-06'];
const pods = ['checkout-7c9', 'checkout-b41', 'checkout-e02'];

export const services = {
  checkout: {
    name: 'Checkout',
    team: 'payments',
    description: 'Basket, delivery slots and the last step of every order.',
    kind: 'alertmanager',
    conditions: [
      {
        name: 'HighErrorRate5xx',
        severity: 'critical',
        summary: '5xx ratio of POST /checkout above 5 % for 2m on',
        of: pods,
        daily: 0.35,
        durationMinutes: 45,
        note: 'Rolled back the last release. Errors are falling.',
      },
      {
        name: 'HighRequestLatencyP99',
        severity: 'error',
        summary: 'p99 latency of POST /checkout above 3 s for 10m on',
        of: pods,
        daily: 0.8,
        durationMinutes: 30,
      },
      {
        name: 'RedisHitRatioLow',
        severity: 'warning',
        summary: 'redis hit ratio below 60 % for 15m on',
        of: pods,
        daily: 1.1,
        durationMinutes: 60,
      },
    ],
  },
  cards: {
    name: 'Card payments',
    team: 'payments',
    description: 'Connects to the card provider. An outage stops all payments.',
    kind: 'alertmanager',
    conditions: [
      {
        name: 'BlackboxProbeFailed',
        severity: 'critical',
        summary: 'probe_success == 0 for 2m: card provider,',
        of: ['eu-west', 'eu-central'],
        daily: 0.2,
        durationMinutes: 25,
        note: 'Switched to the second provider; the first one confirms an outage.',
      },
      {
        name: 'PaymentDeclineRateHigh',
        severity: 'error',
        summary: 'Declined card payments above 2x the 7d average in',
        of: ['eu-west', 'eu-central', 'us-east'],
        daily: 0.6,
        durationMinutes: 40,
      },
      {
        name: 'WebhookQueueBacklog',
        severity: 'warning',
        summary: 'Oldest message in provider-webhooks waiting for',
        of: ['5 min', '9 min', '14 min'],
        daily: 0.7,
        durationMinutes: 50,
      },
    ],
  },
  invoices: {
    name: 'Invoices',
    team: 'payments',
    description: 'Nightly runs of invoices and refunds.',
    kind: 'generic',
    conditions: [
      {
        name: 'CronJobRunningTooLong',
        severity: 'error',
        summary: 'CronJob invoice-run running for more than 2h:',
        of: ['Germany', 'Portugal', 'United States'],
        daily: 0.3,
        durationMinutes: 120,
        hours: [2, 6],
      },
      {
        name: 'RefundQueueAgeHigh',
        severity: 'info',
        summary: 'Oldest message in refunds older than 24h in',
        of: ['Germany', 'Portugal'],
        daily: 0.4,
        durationMinutes: 600,
      },
    ],
  },
  shop: {
    name: 'Web shop',
    team: 'storefront',
    description: 'The public shop.',
    kind: 'alertmanager',
    conditions: [
      {
        name: 'EndpointDown',
        severity: 'critical',
        summary: 'https://shop.larkfield.example down for 2m, probed from',
        of: ['Frankfurt', 'Lisbon', 'Newark'],
        daily: 0.15,
        durationMinutes: 20,
        note: 'A bad cache rule at the edge. Purged, and the rule is out.',
      },
      {
        name: 'HighErrorRate',
        severity: 'error',
        summary: '5xx ratio above 2 % for 5m on',
        of: ['/', '/category', '/product', '/basket'],
        daily: 0.9,
        durationMinutes: 35,
      },
      {
        name: 'HighRequestLatency',
        severity: 'warning',
        summary: 'p95 latency above 2 s for 10m on',
        of: ['/', '/category', '/product'],
        daily: 1.4,
        durationMinutes: 45,
      },
    ],
  },
  search: {
    name: 'Product search',
    team: 'storefront',
    description: 'The search index and its API.',
    kind: 'generic',
    conditions: [
      {
        name: 'ElasticsearchIndexingLag',
        severity: 'error',
        summary: 'Index product-v7 behind its source by',
        of: ['20 min', '45 min', '2 h'],
        daily: 0.5,
        durationMinutes: 70,
      },
      {
        name: 'ElasticsearchUnassignedShards',
        severity: 'warning',
        summary: 'Unassigned replica shards for 10m on',
        of: ['search-a', 'search-b', 'search-c'],
        daily: 0.8,
        durationMinutes: 50,
        flaps: true,
      },
    ],
  },
  mobile: {
    name: 'Mobile API',
    team: 'storefront',
    description: 'The backend of the mobile apps.',
    kind: 'pagerduty-events',
    conditions: [
      {
        name: 'CrashFreeSessionsLow',
        severity: 'error',
        summary: 'Crash-free sessions below 99.5 %:',
        of: ['Android 9.4', 'iOS 9.4', 'Android 9.5'],
        daily: 0.25,
        durationMinutes: 240,
      },
      {
        name: 'ApnsTokenExpiringSoon',
        severity: 'info',
        summary: 'APNs signing token expires in',
        of: ['14 days', '7 days'],
        daily: 0.1,
        durationMinutes: 900,
      },
    ],
  },
  cluster: {
    name: 'Kubernetes',
    team: 'platform',
    description: 'Nodes, networking and ingress of both regions.',
    kind: 'alertmanager',
    conditions: [
      // the noisy rule: it never needed any action
      {
        name: 'NodeFilesystemAlmostOutOfSpace',
        noise: 'The nightly log rotation frees the space. The threshold is too low.',
        severity: 'critical',
        summary: 'Filesystem /var/log has less than 20 % space left on',
        of: nodes,
        daily: 2.4,
        durationMinutes: 12,
        flaps: true,
        hours: [22, 5],
      },
      {
        name: 'KubeNodeNotReady',
        severity: 'critical',
        summary: 'Node not ready for more than 5m:',
        of: nodes,
        daily: 0.3,
        durationMinutes: 30,
        note: 'Drained and replaced the node.',
      },
      {
        name: 'KubePodNotReady',
        severity: 'warning',
        summary: 'Pod in a non-ready state for longer than 15m on',
        of: nodes,
        daily: 1.2,
        durationMinutes: 25,
      },
    ],
  },
  postgres: {
    name: 'PostgreSQL',
    team: 'platform',
    description: 'Orders, customers and stock.',
    kind: 'alertmanager',
    conditions: [
      {
        name: 'PostgresqlReplicationLag',
        severity: 'error',
        summary: 'pg_replication_lag_seconds > 60 for 5m on',
        of: ['db-orders-2', 'db-stock-2'],
        daily: 0.7,
        durationMinutes: 30,
        note: 'A long report held the replica. Ended it and asked the team to move it.',
      },
      {
        name: 'PostgresqlTooManyConnections',
        severity: 'warning',
        summary: 'More than 80 % of max_connections used on',
        of: ['db-orders-1', 'db-stock-1', 'db-customers-1'],
        daily: 0.9,
        durationMinutes: 40,
      },
    ],
  },
  certificates: {
    name: 'DNS and certificates',
    team: 'platform',
    description: 'Domain names and TLS certificates.',
    kind: 'generic',
    conditions: [
      {
        name: 'CertificateExpiringSoon',
        severity: 'warning',
        summary: 'TLS certificate expires in 6 days for',
        of: ['shop', 'api', 'status', 'mail'],
        daily: 0.15,
        durationMinutes: 1_200,
      },
    ],
  },
  warehouse: {
    name: 'Data warehouse',
    team: 'data',
    description: 'Loads, reports and forecasts.',
    kind: 'generic',
    conditions: [
      {
        name: 'AirflowDagFailed',
        severity: 'error',
        summary: 'DAG nightly_load failed:',
        of: ['orders', 'stock', 'clicks'],
        daily: 0.6,
        durationMinutes: 180,
        hours: [1, 5],
      },
      {
        name: 'BatchJobStale',
        severity: 'info',
        summary: 'Last successful forecast run older than 24h for',
        of: ['Germany', 'Portugal', 'United States'],
        daily: 0.4,
        durationMinutes: 700,
      },
    ],
  },
} as const satisfies Readonly<Record<string, CastService>>;
export type ServiceName = keyof typeof services;
