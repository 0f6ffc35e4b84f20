/** A view with changed content: its current version, and how its rows are compared. */
export interface RaisedView {
  readonly version: number;
  readonly what: string;
  /** Fields that are left out of the comparison, at any depth; when absent, only ids are compared. */
  readonly without?: readonly string[];
}

/**
 * By release: the views whose rows differ from those that the release showed. After raising a view’s version, add it here with what
 * changed; the rows of all other views are compared field by field.
 */
export const raisedViews: Readonly<Record<string, Readonly<Record<string, RaisedView>>>> = {
  '0.1.0': {
    alertGroups: {
      version: 7,
      what: 'firingKeys, alertKeys and pageKeys are shown no more; alerts that are only counted are; firingSince is not moved by persons',
      without: ['firingKeys', 'alertKeys', 'pageKeys', 'counted', 'firingSince'],
    },
    alerts: { version: 3, what: 'the alerts that fired last, with their place; `older` where there are more' },
    onCallPeriods: { version: 2, what: 'the order of changes at one instant', without: ['revision'] },
    integrations: {
      version: 2,
      what: 'a key is shown by an id; neither its hash nor where its secret lies',
      without: ['keyHash', 'keyRef', 'keyId'],
    },
    ladders: { version: 3, what: 'the newest steps and pages, `older` where there are more; what was reopened is not stopped as resolved' },
    policies: { version: 3, what: 'a row has the newest fifty versions; steps have ids', without: ['stepId'] },
  },
  '0.2.0': {
    alertGroups: { version: 7, what: 'stale groups can be asked for' },
    onCallPeriods: { version: 2, what: 'the order of changes at one instant', without: ['revision'] },
    policies: { version: 3, what: 'a row has the newest fifty versions; steps have ids', without: ['stepId'] },
  },
  '0.3.0': {
    alertGroups: { version: 7, what: 'stale groups can be asked for' },
    onCallPeriods: { version: 2, what: 'the order of changes at one instant', without: ['revision'] },
    policies: { version: 3, what: 'steps have ids', without: ['stepId'] },
    coverRequests: { version: 2, what: 'a request that no one accepted stays for a day' },
  },
};
