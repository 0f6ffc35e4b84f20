import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../commands.js';

type Noted = Extract<InternalCommand, { type: 'NoteLinkedAlerts' }>;

/** When a group of a storm changes, another one may need aligning. Its events trigger this process again, until all are aligned. */
const alignment = ({ storm }: { readonly storm?: string | undefined }): readonly InternalCommand[] =>
  storm === undefined ? [] : [{ type: 'AlignLinkedGroup', data: { groupId: storm } }];

const then = ({ data }: { readonly data: { readonly storm?: string | undefined } }): readonly InternalCommand[] => alignment(data);

const firedIn = (groupId: string, alerts: number, severities: readonly (Noted['data']['severities'][number] | null)[]): Noted => ({
  type: 'NoteLinkedAlerts',
  data: { groupId, alerts, severities: [...new Set(severities)].filter((one) => one !== null) },
});

const openedIn = ({ groupId, origin, alerts }: FactOf<'AlertGroupOpened'>): readonly InternalCommand[] => {
  if (origin.kind !== 'signal' || !origin.storm) return [];
  const storm = origin.linked?.first ?? groupId;
  const noted = firedIn(
    groupId,
    alerts.length,
    alerts.map(({ severity }) => severity),
  );
  return [...(origin.linked ? [noted] : []), ...alignment({ storm })];
};

/** The groups of one storm page as one: each has its own stream and follows the leading one. */
export const linkedProcess: Process<RecordedFact> = {
  name: 'linked',
  on: {
    AlertGroupOpened: { then: ({ data }) => openedIn(data) },
    AlertsFired: {
      then: ({ data: { groupId, alerts, follows } }) =>
        follows === undefined
          ? []
          : [
              firedIn(
                groupId,
                alerts.length,
                alerts.map(({ severity }) => severity),
              ),
            ],
    },
    AlertsCounted: { then: ({ data: { groupId, severity, follows } }) => (follows === undefined ? [] : [firedIn(groupId, 0, [severity])]) },
    AlertGroupAcknowledged: { then },
    AlertGroupSnoozed: { then },
    AlertGroupUnsnoozed: { then },
    AlertGroupTakenOver: { then },
    AlertGroupReturnedToFiring: { then },
    AlertGroupResolved: { then },
    AlertGroupReopened: { then },
    AlertGroupFollows: { then },
    AlertGroupLeads: { then },
  },
};
