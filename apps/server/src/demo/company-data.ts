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
        name: 'CheckoutErrors',
        severity: 'critical',
        summary: 'Orders fail in the last step on',
        of: pods,
        daily: 0.35,
        durationMinutes: 45,
        note: 'Rolled back the last release. Errors are falling.',
      },
      { name: 'CheckoutSlow', severity: 'error', summary: 'Checkout takes longer than 3 s on', of: pods, daily: 0.8, durationMinutes: 30 },
      {
        name: 'BasketCacheMisses',
        severity: 'warning',
        summary: 'Basket cache misses above 40 % on',
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
        name: 'CardProviderDown',
        severity: 'critical',
        summary: 'No answer from the card provider in',
        of: ['eu-west', 'eu-central'],
        daily: 0.2,
        durationMinutes: 25,
        note: 'Switched to the second provider; the first one confirms an outage.',
      },
      {
        name: 'DeclinesHigh',
        severity: 'error',
        summary: 'More declined cards than usual in',
        of: ['eu-west', 'eu-central', 'us-east'],
        daily: 0.6,
        durationMinutes: 40,
      },
      {
        name: 'WebhookBacklog',
        severity: 'warning',
        summary: 'Provider webhooks wait for',
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
        name: 'InvoiceRunLate',
        severity: 'error',
        summary: 'The nightly invoice run has not finished:',
        of: ['Germany', 'Portugal', 'United States'],
        daily: 0.3,
        durationMinutes: 120,
        hours: [2, 6],
      },
      {
        name: 'RefundQueue',
        severity: 'info',
        summary: 'Refunds wait longer than a day in',
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
        name: 'ShopDown',
        severity: 'critical',
        summary: 'The shop does not answer from',
        of: ['Frankfurt', 'Lisbon', 'Newark'],
        daily: 0.15,
        durationMinutes: 20,
        note: 'A bad cache rule at the edge. Purged, and the rule is out.',
      },
      {
        name: 'ErrorRate',
        severity: 'error',
        summary: 'More than 2 % of answers are errors on',
        of: ['/', '/category', '/product', '/basket'],
        daily: 0.9,
        durationMinutes: 35,
      },
      {
        name: 'SlowPages',
        severity: 'warning',
        summary: 'Pages take longer than 2 s on',
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
        name: 'IndexBehind',
        severity: 'error',
        summary: 'The index is behind by',
        of: ['20 min', '45 min', '2 h'],
        daily: 0.5,
        durationMinutes: 70,
      },
      {
        name: 'ReplicaLost',
        severity: 'warning',
        summary: 'Replica out of sync:',
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
        name: 'CrashRate',
        severity: 'error',
        summary: 'The app crashes more often than usual:',
        of: ['Android 9.4', 'iOS 9.4', 'Android 9.5'],
        daily: 0.25,
        durationMinutes: 240,
      },
      {
        name: 'PushTokens',
        severity: 'info',
        summary: 'Push tokens expire in',
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
        name: 'DiskFillingUp',
        noise: 'The nightly log rotation frees the space. The threshold is too low.',
        severity: 'critical',
        summary: 'The disk is 80 % full on',
        of: nodes,
        daily: 2.4,
        durationMinutes: 12,
        flaps: true,
        hours: [22, 5],
      },
      {
        name: 'NodeNotReady',
        severity: 'critical',
        summary: 'Not ready for 5 min:',
        of: nodes,
        daily: 0.3,
        durationMinutes: 30,
        note: 'Drained and replaced the node.',
      },
      { name: 'PodsPending', severity: 'warning', summary: 'Pods pending on', of: nodes, daily: 1.2, durationMinutes: 25 },
    ],
  },
  postgres: {
    name: 'PostgreSQL',
    team: 'platform',
    description: 'Orders, customers and stock.',
    kind: 'alertmanager',
    conditions: [
      {
        name: 'ReplicationLag',
        severity: 'error',
        summary: 'Replication is behind by more than 60 s on',
        of: ['db-orders-2', 'db-stock-2'],
        daily: 0.7,
        durationMinutes: 30,
        note: 'A long report held the replica. Ended it and asked the team to move it.',
      },
      {
        name: 'ConnectionsHigh',
        severity: 'warning',
        summary: 'Connections 80 % used on',
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
        name: 'CertificateEnds',
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
        name: 'LoadFailed',
        severity: 'error',
        summary: 'A nightly load failed:',
        of: ['orders', 'stock', 'clicks'],
        daily: 0.6,
        durationMinutes: 180,
        hours: [1, 5],
      },
      {
        name: 'ForecastStale',
        severity: 'info',
        summary: 'The forecast is a day old for',
        of: ['Germany', 'Portugal', 'United States'],
        daily: 0.4,
        durationMinutes: 700,
      },
    ],
  },
} as const satisfies Readonly<Record<string, CastService>>;
export type ServiceName = keyof typeof services;
