interface IntegrationTraits {
  /** As lists and the history call it. */
  readonly name: string;
  /** Its senders report again and again what still fires: their silence says something. */
  readonly repeats: boolean;
  /** What fires again soon after it was resolved goes on in the same alert group. False: its interface promises a new one. */
  readonly reopens: boolean;
}

/**
 * The kinds of integration, with the traits that routing and paging depend on. The wire format of each is a file under the
 * server’s `ingest/senders`.
 */
export const integrationTraits = {
  alertmanager: { name: 'Prometheus Alertmanager', repeats: true, reopens: true },
  'pagerduty-events': { name: 'PagerDuty Events API', repeats: false, reopens: false },
  generic: { name: 'Generic JSON', repeats: false, reopens: true },
} as const satisfies Readonly<Record<string, IntegrationTraits>>;

export type IntegrationKind = keyof typeof integrationTraits;
export const integrationKinds = Object.keys(integrationTraits) as [IntegrationKind, ...IntegrationKind[]];
