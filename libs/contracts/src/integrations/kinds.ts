interface IntegrationTraits {
  /** Name in lists and in the history. */
  readonly name: string;
  /** Its senders repeat firing alerts, so silence is a signal. */
  readonly repeats: boolean;
  /** An alert that fires again soon after a resolve reopens its alert group. False: its interface promises a new one. */
  readonly reopens: boolean;
}

/**
 * The kinds of integration, with the traits that routing and paging depend on. The wire format of each is in a folder of the
 * server’s `ingest/senders`.
 */
export const integrationTraits = {
  alertmanager: { name: 'Prometheus Alertmanager', repeats: true, reopens: true },
  'pagerduty-events': { name: 'PagerDuty Events API', repeats: false, reopens: false },
  opsgenie: { name: 'Opsgenie Alert API', repeats: false, reopens: false },
  healthchecks: { name: 'Healthchecks ping', repeats: false, reopens: true },
  generic: { name: 'Generic JSON', repeats: false, reopens: true },
} as const satisfies Readonly<Record<string, IntegrationTraits>>;

export type IntegrationKind = keyof typeof integrationTraits;
export const integrationKinds = Object.keys(integrationTraits) as [IntegrationKind, ...IntegrationKind[]];
