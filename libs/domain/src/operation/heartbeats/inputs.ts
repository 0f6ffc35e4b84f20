import type { HeartbeatFact } from '@tocsin/contracts/heartbeats/noun.js';
import type { InputsOf } from '../../inputs.js';
import type { HeartbeatCommand } from './commands.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';

type Following =
  'HeartbeatZonesTaken' | 'HeartbeatWentDown' | 'HeartbeatRunGivenUp' | 'HeartbeatExcused' | 'HeartbeatRecovered' | 'HeartbeatSettled';

const keyIn = (batch: readonly Message[]): FactOf<'HeartbeatKeyIssued'> | undefined =>
  batch.find(({ type }) => type === 'HeartbeatKeyIssued')?.data as FactOf<'HeartbeatKeyIssued'> | undefined;

/** The command that each fact was decided by. One that a ping made has no key. */
export const inputs: InputsOf<HeartbeatFact, HeartbeatCommand, Following> = {
  HeartbeatCreated: ({ zones: _edition, ...data }, batch) => {
    const key = keyIn(batch);
    return key
      ? { type: 'CreateHeartbeat', data: { ...data, keyHash: key.keyHash, keyRef: key.keyRef } }
      : { type: 'AdoptHeartbeat', data };
  },
  HeartbeatChanged: ({ integrationId: _, zones: _edition, ...data }) => ({ type: 'ChangeHeartbeat', data }),
  HeartbeatKeyIssued: ({ heartbeatId, keyHash, keyRef }) => ({ type: 'IssueHeartbeatKey', data: { heartbeatId, keyHash, keyRef } }),
  HeartbeatKeyEnded: ({ heartbeatId, keyHash }) => ({ type: 'EndHeartbeatKey', data: { heartbeatId, keyHash } }),
  HeartbeatKeyRevealed: ({ heartbeatId, keyHash }) => ({ type: 'RevealHeartbeatKey', data: { heartbeatId, keyHash } }),
  HeartbeatRemoved: ({ heartbeatId }) => ({ type: 'RemoveHeartbeat', data: { heartbeatId } }),
};
