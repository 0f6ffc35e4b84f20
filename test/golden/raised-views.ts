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
  '0.4.0': {
    contacts: { version: 2, what: 'when a method was last verified', without: ['verifiedAt'] },
    receipts: { version: 2, what: 'on which day something last arrived, by the hour', without: ['arrived'] },
    silences: { version: 2, what: 'how often its end was changed', without: ['version'] },
    alertGroups: {
      version: 10,
      what: 'the name that all alerts share; what is older than its silence; who was there',
      without: ['alertName', 'olderThanSilence', 'wasThere'],
    },
  },
};
