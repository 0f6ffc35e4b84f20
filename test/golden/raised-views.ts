/** A view that says something else than it did: the version that it has now, and what became of its rows. */
export interface Raised {
  readonly version: number;
  readonly what: string;
  /** The rows are compared but for fields of these names, at any depth; left out: only that the same ids are there. */
  readonly without?: readonly string[];
}

/**
 * By release: the views whose rows are not those that the release showed. Whoever raises the version of a view puts it here and says what
 * changed; of all others each row is compared field by field.
 */
export const raisedViews: Readonly<Record<string, Readonly<Record<string, Raised>>>> = {
  '0.1.0': {
    alertGroups: {
      version: 6,
      what: 'firingKeys, alertKeys and pageKeys are shown no more; alerts that are only counted are; firingSince is not moved by persons',
      without: ['firingKeys', 'alertKeys', 'pageKeys', 'counted', 'firingSince'],
    },
    alerts: { version: 3, what: 'the alerts that fired last, with their place; `older` where there are more' },
    integrations: {
      version: 2,
      what: 'a key is shown by an id; neither its hash nor where its secret lies',
      without: ['keyHash', 'keyRef', 'keyId'],
    },
    ladders: { version: 3, what: 'the newest steps and pages, `older` where there are more; what was reopened is not stopped as resolved' },
    policies: { version: 3, what: 'a row has the newest fifty versions; steps have ids', without: ['stepId'] },
  },
  '0.2.0': {
    alertGroups: { version: 6, what: 'stale groups can be asked for' },
    policies: { version: 3, what: 'a row has the newest fifty versions; steps have ids', without: ['stepId'] },
  },
  '0.3.0': {
    alertGroups: { version: 6, what: 'stale groups can be asked for' },
    policies: { version: 3, what: 'steps have ids', without: ['stepId'] },
    coverRequests: { version: 2, what: 'a request that no one accepted stays for a day' },
  },
};
