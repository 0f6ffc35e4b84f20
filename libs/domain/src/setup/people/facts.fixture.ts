import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import { ana, bo, cleo } from '../../configuration.fixture.js';

export const anaJoined: PeopleFact = {
  type: 'PersonJoined',
  data: { personId: ana, name: 'Ana', email: 'ana@example.org', role: 'owner', timeZone: 'Europe/Berlin', passwordRef: 'password/ana' },
};
export const boInvited: PeopleFact = {
  type: 'PersonInvited',
  data: {
    personId: bo,
    name: 'Bo',
    email: 'Bo@example.org',
    role: 'member',
    timeZone: 'Asia/Tokyo',
    invitationHash: 'hash-bo',
    expiresAt: '2026-11-27T09:00:00.000Z',
  },
};
export const boJoined: PeopleFact = {
  type: 'PersonJoined',
  data: { personId: bo, name: 'Bo', email: 'Bo@example.org', role: 'member', timeZone: 'Asia/Tokyo', passwordRef: 'password/bo' },
};
export const cleoJoined: PeopleFact = {
  type: 'PersonJoined',
  data: { personId: cleo, name: 'Cleo', email: 'cleo@example.org', role: 'admin', timeZone: 'UTC', passwordRef: 'password/cleo' },
};
export const boDisabled: PeopleFact = {
  type: 'PersonDisabled',
  data: { personId: bo, replacementId: null, standsIn: [] },
};
export const boEnabled: PeopleFact = { type: 'PersonEnabled', data: { personId: bo } };
export const boMadeAuditor: PeopleFact = { type: 'PersonMadeAuditor', data: { personId: bo } };
export const boErased: PeopleFact = { type: 'PersonErased', data: { personId: bo } };
export const boMadeOwner: PeopleFact = { type: 'PersonRoleChanged', data: { personId: bo, role: 'owner', accessEnded: true } };
