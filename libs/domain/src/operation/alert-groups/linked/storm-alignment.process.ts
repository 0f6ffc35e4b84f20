import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../commands.js';

type NoteLinkedAlerts = Extract<InternalCommand, { type: 'NoteLinkedAlerts' }>;

/** When a group of a storm changes, another one may need aligning. Its events trigger this process again, until all are aligned. */
const alignStorm = ({ storm }: { readonly storm?: string | undefined }): readonly InternalCommand[] =>
  storm === undefined ? [] : [{ type: 'AlignLinkedGroup', data: { groupId: storm } }];

const reactToChange = ({ data }: { readonly data: { readonly storm?: string | undefined } }): readonly InternalCommand[] =>
  alignStorm(data);

const leaveEmptySet = (set: string | undefined): readonly InternalCommand[] =>
  set === undefined ? [] : [{ type: 'LeaveEmptySet', data: { groupId: set } }];

type LinkedAlert = Partial<Pick<Alert, 'urgency'>> & { readonly severity: Alert['severity'] | null };

/** Of the alerts, the urgencies that rules set, and the severities of the others. */
const noteFired = (groupId: string, alerts: number, linked: readonly LinkedAlert[]): NoteLinkedAlerts => {
  const severities = [...new Set(linked.flatMap(({ severity, urgency }) => (severity === null || urgency ? [] : severity)))];
  const urgencies = [...new Set(linked.flatMap(({ urgency }) => urgency ?? []))];
  return { type: 'NoteLinkedAlerts', data: { groupId, alerts, severities, ...(urgencies.length > 0 ? { urgencies } : {}) } };
};

/** Before the group that it follows now is aligned with anything else: it may have nothing left to page. */
const noteJoined = ({ groupId, joins }: FactOf<'AlertGroupFollows'>): readonly NoteLinkedAlerts[] =>
  joins
    ? [
        {
          type: 'NoteLinkedAlerts',
          data: {
            groupId,
            alerts: joins.alerts,
            severities: [],
            urgencies: [joins.urgency],
            // what opens is news, as in a storm
            ...(joins.opens ? {} : { joins: true as const }),
          },
        },
      ]
    : [];

/** A person reopened it, and nothing fires by that: but the leading group may be muted, or have nothing left to page. */
const noteReopened = ({ groupId, because, follows }: FactOf<'AlertGroupReopened'>): readonly NoteLinkedAlerts[] =>
  because === 'reopened' && follows ? [{ type: 'NoteLinkedAlerts', data: { groupId, alerts: 0, severities: [], joins: true } }] : [];

const noteOpened = ({ groupId, origin, alerts }: FactOf<'AlertGroupOpened'>): readonly InternalCommand[] => {
  if (origin.kind !== 'signal' || !origin.storm) return [];
  const storm = origin.linked?.first ?? groupId;
  const note = noteFired(groupId, alerts.length, alerts);
  return [...(origin.linked ? [note] : []), ...alignStorm({ storm })];
};

/** The groups of one storm page as one: each has its own stream and follows the leading one. */
export const stormAlignmentProcess: Process<RecordedFact> = {
  name: 'linked',
  on: {
    AlertGroupOpened: { then: ({ data }) => noteOpened(data) },
    AlertsFired: {
      then: ({ data: { groupId, alerts, follows } }) => (follows === undefined ? [] : [noteFired(groupId, alerts.length, alerts)]),
    },
    AlertsCounted: {
      then: ({ data: { groupId, severity, follows } }) => (follows === undefined ? [] : [noteFired(groupId, 0, [{ severity }])]),
    },
    AlertGroupAcknowledged: { then: reactToChange },
    AlertGroupSnoozed: { then: reactToChange },
    AlertGroupUnsnoozed: { then: reactToChange },
    AlertGroupTakenOver: { then: reactToChange },
    AlertGroupReturnedToFiring: { then: reactToChange },
    AlertGroupResolved: { then: ({ data }) => [...alignStorm(data), ...leaveEmptySet(data.storm)] },
    AlertGroupReopened: { then: ({ data }) => [...noteReopened(data), ...alignStorm(data)] },
    AlertGroupLinked: {
      then: ({ data: { groupId, storm, rule } }) => [
        // the first group learns that it has others
        ...(groupId === storm
          ? []
          : [{ type: 'JoinLinkedSet' as const, data: { groupId: storm, ...(rule ? { byRule: true as const } : {}) } }]),
        ...alignStorm({ storm }),
      ],
    },
    AlertGroupUnlinked: { then: ({ data: { storm } }) => leaveEmptySet(storm) },
    AlertGroupFollows: { then: ({ data }) => [...noteJoined(data), ...alignStorm(data)] },
    AlertGroupLeads: { then: ({ data }) => [...alignStorm(data), ...leaveEmptySet(data.storm)] },
  },
};
